import path from 'node:path';
import { inert, type Profile, sha256, signDocument, ToolmarkError } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { type IdentityArguments, readIdentity } from '../signing-identity.ts';
import { replaceFile } from '../write-file.ts';

export interface SignArguments extends IdentityArguments {
  readonly file: string;
  readonly profile: Profile;
  readonly output?: string;
  readonly format: 'text' | 'json';
}

/** Signs a document in place, or into another file. */
export async function runSign(given: SignArguments, io: Io): Promise<number> {
  const target = given.output ?? given.file;
  if (target === '-')
    throw new ToolmarkError('usage.output', 'Say with -o which file to write the signed document to.');
  const document = readFile(given.file, io);
  const identity = await readIdentity(given, io);
  const signed = signDocument(document, identity, { now: io.now, profile: given.profile });
  replaceFile(path.resolve(io.cwd, target), signed);
  const digest = sha256(signed);
  if (given.format === 'json') io.out(formatJson({ file: target, profile: given.profile, digest }));
  else io.out(`signed ${inert(target)} as ${inert(identity.subject)} (${given.profile})\n${digest}\n`);
  return EXIT.yes;
}
