import { ToolmarkError } from '../base/index.ts';
import { compareVersions } from '../publish/index.ts';

/** How the versions of a package are ordered. */
export type VersionScheme = 'npm' | 'pypi' | 'other';

/** Below, equal or above zero; undefined where the versions cannot be compared, and nothing may rest on their order. */
export function compareReleases(a: string, b: string, scheme: VersionScheme): number | undefined {
  if (scheme === 'npm') return asSemVer(a, b);
  if (scheme === 'pypi') return asPep440(a, b);
  const [one, other] = [withoutV(a), withoutV(b)];
  return asSemVer(one, other) ?? asPep440(one, other);
}

function withoutV(version: string): string {
  return version.replace(/^v(?=\d)/, '');
}

function asSemVer(a: string, b: string): number | undefined {
  try {
    return compareVersions(a, b);
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}

function asPep440(a: string, b: string): number | undefined {
  const [one, other] = [pep440Key(a), pep440Key(b)];
  if (one === undefined || other === undefined) return undefined;
  return compareNumbers(one.release, other.release) || compareNumbers(one.suffix, other.suffix);
}

interface Key {
  /** Epoch and release without trailing zeros. */
  readonly release: readonly number[];
  readonly suffix: readonly number[];
}

// Every number has at most 15 digits, so that it is exact. A local version is not published on an index.
const PEP440 =
  /^(?:(\d{1,15})!)?(\d{1,15}(?:\.\d{1,15}){0,20})(?:[-_.]?(a|b|c|rc|alpha|beta|pre|preview)[-_.]?(\d{0,15}))?(?:-(\d{1,15})|[-_.]?(post|rev|r)[-_.]?(\d{0,15}))?(?:[-_.]?(dev)[-_.]?(\d{0,15}))?$/;

const PHASES: Readonly<Record<string, number>> = { a: 1, alpha: 1, b: 2, beta: 2, c: 3, rc: 3, pre: 3, preview: 3 };
const RELEASED = 4;

function pep440Key(version: string): Key | undefined {
  const match = version.length > 255 ? null : PEP440.exec(version.toLowerCase());
  if (match === null) return undefined;
  const [, epoch, release = '', phase, phaseNumber, bare, post, postNumber, dev, devNumber] = match;
  const isPost = bare !== undefined || post !== undefined;
  // A development release comes before the first preview of what it develops.
  const stage = phase === undefined ? (dev !== undefined && !isPost ? 0 : RELEASED) : (PHASES[phase] ?? RELEASED);
  return {
    release: [Number(epoch ?? 0), ...withoutTrailingZeros(release.split('.').map(Number))],
    suffix: [
      stage,
      Number(phaseNumber ?? 0),
      isPost ? Number(bare ?? postNumber ?? 0) : -1,
      dev === undefined ? Number.POSITIVE_INFINITY : Number(devNumber ?? 0),
    ],
  };
}

function withoutTrailingZeros(numbers: readonly number[]): readonly number[] {
  return numbers.slice(0, numbers.findLastIndex(number => number !== 0) + 1);
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [a[index] ?? 0, b[index] ?? 0];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
