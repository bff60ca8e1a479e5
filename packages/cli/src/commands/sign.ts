import path from 'node:path';
import { type Finding, hasErrors, inert, sha256, signDocument, ToolmarkError, validate } from '@toolmark/core';
import type { Profile } from '@toolmark/core/sign';
import { readFile } from '../files/read-file.ts';
import { replaceFile } from '../files/write-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { formatFindings } from '../render/refused-by-registry.ts';
import { readPolicy } from '../sources/read-policy.ts';
import { type IdentityArguments, readIdentity } from '../sources/signing-identity.ts';
import { isUpgraded, UPGRADED } from '../sources/upgraded.ts';

export interface SignArguments extends IdentityArguments {
  readonly file: string;
  readonly profile: Profile;
  readonly output?: string;
  /** With waivers of rules. */
  readonly policy?: string;
  /** Sign what breaks rules, too. */
  readonly force: boolean;
  readonly format: 'text' | 'json';
}

/** Signs a document in place, or into another file. What breaks rules is not signed, unless it is forced. */
export async function runSign(given: SignArguments, io: Io): Promise<number> {
  const target = given.output ?? given.file;
  if (target === '-')
    throw new ToolmarkError('usage.output', 'Say with -o which file to write the signed document to.');
  const document = readFile(given.file, io);
  const identity = await readIdentity(given, io);
  const signed = signDocument(document, identity, { now: io.now, profile: given.profile });
  const broken = brokenRules(signed, given, io);
  if (broken.length > 0 && !given.force) return refuse(broken, given, io);
  if (broken.length > 0) io.stderr(`Signed with --force although the document is invalid.\n${formatFindings(broken)}`);
  replaceFile(path.resolve(io.cwd, target), signed);
  const digest = sha256(signed);
  const upgradedFrom = isUpgraded(document, signed) ? '1.0' : null;
  if (given.format === 'json') {
    const forced = broken.length > 0 ? { forced: true, findings: broken } : { forced: false };
    io.out(formatJson({ file: target, profile: given.profile, digest, upgradedFrom, ...forced }));
  } else {
    io.out(`signed ${inert(target)} as ${inert(identity.subject)} (${given.profile})\n${digest}\n`);
    if (upgradedFrom !== null) io.stderr(UPGRADED);
  }
  return EXIT.yes;
}

/** Judged is what will be published: with the new signature, and in its new schema. */
function brokenRules(signed: Uint8Array, { policy: file }: SignArguments, io: Io): Finding[] {
  const policy = file === undefined ? {} : { policy: readPolicy(file, io) };
  return validate(signed, { now: io.now, ...policy }).findings.filter(finding => hasErrors([finding]));
}

function refuse(findings: readonly Finding[], { file, format }: SignArguments, io: Io): number {
  const count = `${findings.length} ${findings.length === 1 ? 'error' : 'errors'}`;
  const message = `${inert(file)} was not signed: ${count}. Fix them, or sign with --force.`;
  const code = 'signature.rule-errors';
  if (format === 'json') io.out(formatJson({ error: { code, message }, findings }));
  else io.out(`refused  ${message} [${code}]\n${formatFindings(findings)}`);
  return EXIT.no;
}
