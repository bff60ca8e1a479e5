import { type Digest, ToolmarkError } from '@toolmark/core';
import type { PypiEntry, PypiTree } from '@toolmark/core/package';

/** What uv resolved. `forked`: some packages have other versions on other platforms, which a tree by name cannot hold. */
export type Resolution = PypiTree | 'forked';

const MAX_PACKAGES = 5_000;

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,198}[a-z0-9])?$/;
const VERSION = /^[0-9][0-9A-Za-z.!+_-]{0,99}$/;
/** The letters of PEP 508 markers. Without `#`, `\`, `;` and `--`, nothing in them begins an option, a comment or another line. */
const MARKER = /^(?!.*--)[A-Za-z0-9_.'"()<>=!~,+* -]{1,2000}$/;
const HASH = /^sha256:[0-9a-f]{64}$/;

const LINE = /^([^\s=]+)==([^\s=]+)(?: ; ([^\\]+?))?((?: --hash=[^\s]+)*)$/;

/**
 * Reads what `uv pip compile --generate-hashes` writes, and nothing else: every line is a name, an exact version, perhaps a marker,
 * and hashes. The text is not quoted in messages, because configuration can put addresses with tokens into it.
 */
export function parseRequirements(text: string): Resolution {
  const packages = new Map<string, PypiEntry>();
  let isForked = false;
  for (const line of logicalLines(text)) {
    const [name, entry] = parseLine(line);
    isForked ||= packages.has(name);
    packages.set(name, entry);
    if (packages.size > MAX_PACKAGES) throw malformed();
  }
  if (packages.size === 0) throw malformed();
  return isForked
    ? 'forked'
    : { type: 'pypi', packages: new Map([...packages].toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

function logicalLines(text: string): string[] {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/ \\\n {4}/g, ' ')
    .split('\n')
    .filter(line => line !== '');
}

function parseLine(line: string): [name: string, entry: PypiEntry] {
  const [, name = '', version = '', marker, options = ''] = LINE.exec(line) ?? [];
  const hashes = options.split(' --hash=').slice(1);
  const isWellFormed = isRequirement(name, {
    version,
    hashes: hashes.filter(isHash),
    ...(marker === undefined ? {} : { marker }),
  });
  if (!isWellFormed || !hashes.every(isHash)) throw malformed();
  const sorted = [...new Set(hashes)].toSorted();
  return [name, marker === undefined ? { version, hashes: sorted } : { version, hashes: sorted, marker }];
}

function isHash(text: string): text is Digest {
  return HASH.test(text);
}

function isRequirement(name: string, { version, hashes, marker }: PypiEntry): boolean {
  if (!NAME.test(name) || !VERSION.test(version) || hashes.length === 0 || !hashes.every(isHash)) return false;
  return marker === undefined || MARKER.test(marker);
}

/** The file that `uv pip sync --require-hashes` installs from. Throws `packages.malformed` for a tree edited by hand. */
export function formatRequirements({ packages }: PypiTree): string {
  return [...packages].map(([name, entry]) => formatLine(name, entry)).join('');
}

function formatLine(name: string, entry: PypiEntry): string {
  if (!isRequirement(name, entry)) throw badTree();
  const marker = entry.marker === undefined ? '' : ` ; ${entry.marker}`;
  return `${name}==${entry.version}${marker}${entry.hashes.map(hash => ` --hash=${hash}`).join('')}\n`;
}

function malformed(): ToolmarkError {
  const message =
    'uv resolved the package to something else than versions with SHA-256 hashes of an index. It cannot be pinned; check the configuration of uv, or use --no-package.';
  return new ToolmarkError('package.unsupported-source', message);
}

function badTree(): ToolmarkError {
  const message =
    'The tree in toolmark.packages.json has a version, hash or marker that is not valid. Restore the file, or run "toolmark lock --update".';
  return new ToolmarkError('packages.malformed', message);
}
