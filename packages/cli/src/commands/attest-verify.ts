import { type Finding, hasErrors, quoteInert, ToolmarkError } from '@toolmark/core';
import {
  type BundleResult,
  coversSurface,
  digestsOfSnapshot,
  hasSubjects,
  packageSubjects,
  parseSurfacePredicate,
  type Statement,
  type SurfacePredicate,
  surfaceSubject,
  verifyBundle,
} from '@toolmark/core/attestation';
import { readFile } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatAttestation } from '../render/attest-text.ts';
import { formatJson } from '../render/print-json.ts';
import { type AttestedOptions, type AttestedServer, askAttestedServer } from '../sources/attested-server.ts';
import { readBundleTrust, type TrustOptions } from '../sources/bundle-trust.ts';

export interface AttestVerifyOptions extends AttestedOptions, TrustOptions {
  readonly bundle: string;
  readonly format: 'text' | 'json';
}

/** What a bundle says, once nothing in it is unexpected. */
export interface JudgedAttestation extends BundleResult {
  readonly predicate?: SurfacePredicate;
}

const MAX_BYTES = 1024 * 1024;

/** Verifies a bundle offline, and compares it with a live server where one is named. */
export async function runAttestVerify(given: AttestVerifyOptions, io: Io): Promise<number> {
  const bytes = readFile(given.bundle, io, MAX_BYTES);
  const judged = withPredicate(await verifyBundle(bytes, readBundleTrust(bytes, given, io), { now: io.now }));
  const result = await compared(judged, given, io);
  io.out(given.format === 'json' ? formatJson(toJson(result)) : formatAttestation(given.bundle, result, io.hasColor));
  return result.outcome === 'trusted' ? EXIT.yes : EXIT.no;
}

/** A trusted signer who says something else is not enough. */
function withPredicate(result: BundleResult): JudgedAttestation {
  const { outcome, statement } = result;
  if (outcome !== 'trusted' || statement === undefined) return result;
  try {
    return { ...result, predicate: parseSurfacePredicate(statement) };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const { code, message, pointer = '' } = error;
    return refused(result, code === 'predicate.type' ? 'untrusted' : 'malformed', [
      { code, severity: 'error', pointer, message },
    ]);
  }
}

function refused<Result extends BundleResult>(
  result: Result,
  outcome: BundleResult['outcome'],
  findings: readonly Finding[],
): Result {
  return { ...result, outcome, findings: [...result.findings, ...findings] };
}

/** Nothing is started for a bundle that is refused already. */
async function compared(judged: JudgedAttestation, given: AttestVerifyOptions, io: Io): Promise<JudgedAttestation> {
  const { statement, predicate } = judged;
  const { command, url, config, discover, server, package: spec } = given;
  const isLive = [command, url, config, discover || undefined, server, spec].some(source => source !== undefined);
  if (!isLive || statement === undefined || predicate === undefined) return judged;
  const findings = differences(statement, predicate, await askAttestedServer(given, io));
  return hasErrors(findings) ? refused(judged, 'untrusted', findings) : judged;
}

function differences(statement: Statement, predicate: SurfacePredicate, live: AttestedServer): Finding[] {
  const { package: bound, tree, snapshot, isStarted } = live;
  const findings: Finding[] = [];
  const report = (code: string, pointer: string, message: string): void => {
    findings.push({ code: `attestation.${code}`, severity: 'error', pointer, message });
  };
  if (bound === undefined || !isAbout(statement, predicate, bound, tree))
    report('other-package', '/subject', 'The attestation is about another package than the one that runs.');
  const { bin } = predicate.launch ?? {};
  if (isStarted && bin !== undefined && bound !== undefined && 'bin' in bound && bin !== bound.bin)
    report('other-program', '/predicate/launch/bin', `The attestation is about the program ${quoteInert(bin)}.`);
  if (!coversSurface(predicate, digestsOfSnapshot(snapshot)))
    report('other-surface', '/predicate/surface', 'The server does not show what the attestation says.');
  return findings;
}

function isAbout(
  { subject }: Statement,
  { surfaceDigest }: SurfacePredicate,
  bound: NonNullable<AttestedServer['package']>,
  tree: AttestedServer['tree'],
): boolean {
  if (hasSubjects(subject, packageSubjects(bound, surfaceDigest, tree))) return true;
  const isVersioned = bound.type === 'npm' || bound.type === 'pypi';
  return isVersioned && hasSubjects(subject, [surfaceSubject(bound, surfaceDigest)]);
}

/** Absent members are null, so that scripts can rely on them. */
function toJson({ outcome, signer, statement, findings }: JudgedAttestation): object {
  return {
    outcome,
    signer: signer ?? null,
    statement: statement === undefined ? null : toMessage(statement),
    findings,
  };
}

function toMessage({ type, subject, predicateType, predicate }: Statement): object {
  const subjects = subject.map(({ name, digest }) => ({
    ...(name === undefined ? {} : { name }),
    digest: Object.fromEntries(digest),
  }));
  return { _type: type, subject: subjects, predicateType, predicate };
}
