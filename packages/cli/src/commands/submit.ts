import path from 'node:path';
import type { Receipt } from '@toolmark/client';
import { hasErrors, inert, parseTrust, submit, ToolmarkError } from '@toolmark/core';
import type { Submission } from '@toolmark/core/sign';
import { readFile } from '../files/read-file.ts';
import { replaceFile } from '../files/write-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { formatFindings, refusedByRegistry } from '../render/refused-by-registry.ts';
import { type ClientArguments, openClient } from '../sources/open-client.ts';
import { readPolicy } from '../sources/read-policy.ts';
import { type IdentityArguments, readIdentity } from '../sources/signing-identity.ts';
import { isUpgraded } from '../sources/upgraded.ts';
import { RECEIPTS } from './publish.ts';

export interface SubmitArguments extends ClientArguments, IdentityArguments {
  readonly file: string;
  readonly trust: readonly string[];
  readonly policy?: string;
  readonly output?: string;
  readonly private: boolean;
  readonly dryRun: boolean;
}

/** From a document to a published tool: validate, sign, verify as readers will, publish. The first step that fails ends it. */
export async function runSubmit(given: SubmitArguments, io: Io): Promise<number> {
  const source = readFile(given.file, io);
  const identity = await readIdentity(given, io);
  const trust =
    given.trust.length === 0 ? {} : { trust: parseTrust({ roots: given.trust.map(at => readFile(at, io)) }) };
  const policy = given.policy === undefined ? {} : { policy: readPolicy(given.policy, io) };
  const client = openClient(given, io);
  const submission = await submit(source, identity, { now: io.now, ...trust, ...policy });
  const { document } = submission;
  if (!submission.ready || document === undefined) return refuse(submission, given, io);
  if (given.output !== undefined) replaceFile(path.resolve(io.cwd, given.output), document);
  const options = { visibility: given.private ? 'private' : undefined, dryRun: given.dryRun || undefined } as const;
  try {
    const receipt = await client.publish(document, options);
    const upgradedFrom = isUpgraded(source, document) ? '1.0' : null;
    const { outcome, signer } = submission.verification ?? {};
    if (given.format === 'json') {
      const verification = { outcome, signer: signer ?? null };
      io.out(formatJson({ dryRun: given.dryRun, ...receipt, upgradedFrom, verification }));
    } else io.out(formatSteps(submission, receipt, { ...given, upgradedFrom, subject: identity.subject }));
    return EXIT.yes;
  } catch (error) {
    if (given.format === 'text' && error instanceof ToolmarkError)
      io.stderr(`validated, signed and verified ${inert(given.file)}\n`);
    return refusedByRegistry(error, given.format, io);
  }
}

function refuse({ document, findings, verification }: Submission, { file, format }: SubmitArguments, io: Io): number {
  const step =
    document === undefined ? 'it is not valid' : `its signature is ${verification?.outcome ?? 'not verified'}`;
  const message = `${inert(file)} was not published: ${step}.`;
  const code = document === undefined ? 'submit.invalid' : 'submit.untrusted';
  const errors = findings.filter(finding => hasErrors([finding]));
  if (format === 'json') io.out(formatJson({ error: { code, message }, findings }));
  else io.out(`refused  ${message} [${code}]\n${formatFindings(errors)}`);
  return EXIT.no;
}

interface Details {
  readonly file: string;
  readonly dryRun: boolean;
  readonly subject: string;
  readonly upgradedFrom: string | null;
}

function formatSteps(
  submission: Submission,
  receipt: Receipt,
  { file, dryRun, subject, upgradedFrom }: Details,
): string {
  const upgrade = upgradedFrom === null ? '' : `; schema ${upgradedFrom} became 1.1`;
  const warnings = submission.findings.filter(({ severity }) => severity === 'warning');
  const published = `${dryRun ? 'would be: ' : ''}${RECEIPTS[receipt.outcome]}`;
  const lines = [
    `validated  ${inert(file)}`,
    `signed     as ${inert(subject)}${upgrade}`,
    `verified   ${submission.verification?.outcome ?? ''}`,
    `registry   ${inert(receipt.name)} ${inert(receipt.version)}  ${published}  as ${inert(receipt.publisher)}`,
    inert(receipt.digest),
  ];
  return `${lines.join('\n')}\n${formatFindings(warnings)}`;
}
