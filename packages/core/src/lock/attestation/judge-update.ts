import {
  type Digest,
  type Finding,
  inert,
  isJsonObject,
  jcs,
  quoteInert,
  readJson,
  refusalIn,
  sha256,
} from '../../base/index.ts';
import type { SurfaceDigests } from '../../describe/index.ts';
import {
  type BundleTrust,
  digestsOfSnapshot,
  MAX_BUNDLE_BYTES,
  parseSurfacePredicate,
  type Statement,
  type SurfacePredicate,
  verifyBundle,
} from '../../sign/attestation/index.ts';
import type { LockedPackage, UnpinnedPackage } from '../locked-package.ts';
import type { LockedPublisher } from '../publisher.ts';
import type { Rollback, SignedUpdate, UpdateJudgement } from '../update.ts';
import type { SeenServer } from '../views.ts';
import { coversLive } from './covers-live.ts';
import {
  contentOf,
  type KnownVersion,
  knownVersions,
  newestOf,
  schemeOf,
  standingOf,
  versionOf,
} from './known-versions.ts';
import { hasSubjects, nameOf, packageSubjects, surfaceSubject } from './package-subjects.ts';
import { isPublisher, trustIn } from './publisher-trust.ts';
import { updateFault } from './update-fault.ts';
import type { UpdateQuestion } from './update-question.ts';

/** More bundles than this are not judged: each costs time, and anyone can offer them. */
export const MAX_BUNDLES = 32;

/**
 * Whether the locked publisher attested what a server is now (docs/spec/attestation.md, section 6). Never throws for
 * what a server, package or registry offers: the findings say why a bundle does not count.
 */
export async function judgeUpdate(question: UpdateQuestion): Promise<UpdateJudgement> {
  const ground = groundOf(question);
  if ('code' in ground) return { outcome: 'none', findings: [ground] };
  const bundles = question.bundles.slice(0, MAX_BUNDLES);
  const verdicts: BundleVerdict[] = [];
  for (const [index, bytes] of bundles.entries()) verdicts.push(await judgeBundle(bytes, `/${index}`, ground));
  return conclude(verdicts, question, ground);
}

type Pinned = Exclude<LockedPackage, UnpinnedPackage>;

/** What all bundles are judged by. */
interface Ground {
  readonly question: UpdateQuestion;
  readonly by: LockedPublisher;
  readonly trust: BundleTrust;
  readonly live: Pinned;
  readonly known: readonly KnownVersion[];
  /** What the server shows. */
  readonly shown: SurfaceDigests;
}

function groundOf(question: UpdateQuestion): Ground | Finding {
  const { locked, livePackage, newestSeen } = question;
  const { publisher: by, package: bound } = locked;
  if (by === undefined) return updateFault('no-publisher', 'The lock names no publisher for this server.');
  if (!isPinned(bound)) return updateFault('not-pinned', 'The lock does not pin the code of this server.');
  if (!isPinned(livePackage)) return updateFault('not-pinned', 'It is not known which code this server runs now.');
  if (bound.type !== livePackage.type || bound.name !== livePackage.name) return otherPackage(livePackage, '');
  const trust = trustIn(by, question.trust);
  if ('code' in trust) return trust;
  // The locked code was approved with its version.
  const seen = isSameCode(bound, livePackage) ? undefined : newestSeen;
  const shown = tryDigest(question.live);
  if ('code' in shown) return shown;
  return { question, by, trust, live: livePackage, known: knownVersions(locked, seen), shown };
}

function tryDigest(live: SeenServer): SurfaceDigests | Finding {
  try {
    return digestsOfSnapshot(live);
  } catch (error) {
    return updateFault('other-surface', `What the server shows cannot be identified: ${refusalIn(error).message}`);
  }
}

function isPinned(bound: LockedPackage | null | undefined): bound is Pinned {
  return bound !== undefined && bound !== null && bound.type !== 'unpinned';
}

/** A remote address says nothing about the code behind it. */
function isSameCode(locked: Pinned, live: Pinned): boolean {
  if (locked.type === 'remote' || live.type === 'remote') return false;
  const none: Digest = 'sha256:';
  return contentOf(locked, none) === contentOf(live, none);
}

function otherPackage(live: Pinned, pointer: string): Finding {
  return updateFault(
    'other-package',
    `The attestation is not about ${quoteInert(nameOf(live))}, which will run.`,
    pointer,
  );
}

type BundleVerdict = SignedUpdate | Rollback | Finding;

function conclude(verdicts: readonly BundleVerdict[], { bundles }: UpdateQuestion, ground: Ground): UpdateJudgement {
  const findings = verdicts.filter(verdict => 'code' in verdict);
  const judged = verdicts.filter(verdict => 'outcome' in verdict);
  const update = judged.find(({ outcome }) => outcome === 'signed_update');
  const found = update ?? judged.find(({ outcome }) => outcome === 'rollback') ?? rollbackOf(ground);
  if (found !== undefined) return { ...found, findings };
  if (bundles.length === 0) findings.push(updateFault('missing', 'No attestation of this server was found.'));
  return { outcome: 'none', findings };
}

/** An older package is a rollback, signed or not. */
function rollbackOf({ question, live, known }: Ground): Rollback | undefined {
  const { package: bound } = question.locked;
  const version = live.type === 'remote' ? undefined : versionOf(live, undefined);
  const newest = newestOf(known, schemeOf(live));
  if (version === undefined || newest === undefined || (isPinned(bound) && isSameCode(bound, live))) return undefined;
  if (standingOf(version, [], known, schemeOf(live)) !== 'older') return undefined;
  return { outcome: 'rollback', version, newest, findings: [] };
}

async function judgeBundle(bytes: Uint8Array, at: string, ground: Ground): Promise<BundleVerdict> {
  const result = await verifyBundle(bytes, ground.trust, { now: ground.question.now });
  const { outcome, statement, findings, signer } = result;
  if (outcome !== 'trusted' || statement === undefined || !isPublisher(signer, ground.by)) {
    const [first] = findings;
    const reason = first === undefined ? 'another publisher signed it.' : `${first.message} [${first.code}]`;
    return updateFault(outcome === 'trusted' ? 'untrusted' : outcome, `The attestation is ${outcome}: ${reason}`, at);
  }
  const predicate = tryParse(statement, at);
  return 'code' in predicate ? predicate : judgeContent({ bytes, statement, predicate, at }, ground);
}

function tryParse(statement: Statement, at: string): SurfacePredicate | Finding {
  try {
    return parseSurfacePredicate(statement);
  } catch (error) {
    const { code, message } = refusalIn(error);
    return updateFault('predicate', `The attestation cannot be used: ${message} [${code}]`, at);
  }
}

/** A verified attestation of the publisher. */
interface Attestation {
  readonly bytes: Uint8Array;
  readonly statement: Statement;
  readonly predicate: SurfacePredicate;
  readonly at: string;
}

function judgeContent(attestation: Attestation, ground: Ground): BundleVerdict {
  const { predicate, at } = attestation;
  const { live, question } = ground;
  const subject = subjectOf(attestation, ground);
  if (subject === undefined) return otherPackage(live, at);
  const { bin } = predicate.launch ?? {};
  if (bin !== undefined && 'bin' in live && bin !== live.bin)
    return updateFault('other-program', `The attestation is about the program ${quoteInert(bin)}.`, at);
  if (!coversLive(predicate, question, ground.shown))
    return updateFault('other-surface', 'The server does not show what the attestation says.', at);
  return judgeVersion(attestation, subject, ground);
}

/** What the statement is about: the package, or only what that version of it shows. */
function subjectOf(
  { statement, predicate }: Attestation,
  { live, question }: Ground,
): 'package' | 'surface' | undefined {
  const { subject } = statement;
  const { surfaceDigest } = predicate;
  if (hasSubjects(subject, packageSubjects(live, surfaceDigest, question.liveTree))) return 'package';
  const isVersioned = live.type === 'npm' || live.type === 'pypi';
  return isVersioned && hasSubjects(subject, [surfaceSubject(live, surfaceDigest)]) ? 'surface' : undefined;
}

function judgeVersion(attestation: Attestation, subject: 'package' | 'surface', ground: Ground): BundleVerdict {
  const { predicate, at } = attestation;
  const { live, known, by } = ground;
  const scheme = schemeOf(live);
  const version = versionOf(live, predicate.serverInfo?.version);
  if (version === undefined) return updateFault('version', 'The attestation names no version of the server.', at);
  const digest = contentOf(live, predicate.surfaceDigest);
  const bundle = bundleDigest(attestation.bytes);
  const newest = newestOf(known, scheme);
  switch (standingOf(version, [digest, bundle], known, scheme)) {
    case 'not-comparable':
      return updateFault('version', `Version ${quoteInert(version)} cannot be compared with ${listed(known)}.`, at);
    case 'other-content':
      return updateFault('same-version', `Version ${quoteInert(version)} is known with other content.`, at);
    case 'older':
      return { outcome: 'rollback', version, newest: newest ?? '', bundle, findings: [] };
    default:
      return {
        outcome: 'signed_update',
        by,
        version,
        ...(newest === undefined ? {} : { before: newest }),
        package: nameOf(live),
        digest,
        bundle,
        covers: coverageOf(predicate, subject, live),
        surface: predicate.surface,
        findings: [],
      };
  }
}

function coverageOf(
  { packages, launch }: SurfacePredicate,
  subject: 'package' | 'surface',
  live: Pinned,
): SignedUpdate['covers'] {
  return {
    package: subject === 'package' && live.type !== 'remote',
    program: 'bin' in live && launch?.bin === live.bin,
    dependencies: subject === 'package' && 'tree' in live && packages === live.tree,
  };
}

function listed(known: readonly KnownVersion[]): string {
  return inert(known.map(({ version }) => version).join(', '));
}

/** Independent of the spelling of its JSON (docs/spec/attestation.md, section 3). Throws where it is not JSON. */
export function bundleDigest(bytes: Uint8Array): Digest {
  const value = readJson(bytes, { maxBytes: MAX_BUNDLE_BYTES });
  return sha256(jcs(isJsonObject(value) ? value : {}));
}
