import path from 'node:path';
import {
  inert,
  type Profile,
  parseCertificates,
  quoteInert,
  sha256,
  signDocument,
  ToolmarkError,
} from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { readKey } from '../read-key.ts';
import { replaceFile } from '../write-file.ts';

export interface SignArguments {
  readonly file: string;
  readonly key: string;
  readonly cert: string;
  readonly chain: readonly string[];
  readonly passphraseFile?: string;
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
  const [signer, ...bundled] = parseCertificates(readFile(given.cert, io, 1024 * 1024));
  if (signer === undefined)
    throw new ToolmarkError('certificate.malformed', `${quoteInert(given.cert)} holds no certificate.`);
  const chain = [...bundled, ...given.chain.flatMap(file => parseCertificates(readFile(file, io, 1024 * 1024)))];
  const key = await readKey(
    given.key,
    given.passphraseFile === undefined ? {} : { passphraseFile: given.passphraseFile },
    io,
  );
  const identity = { key, certificate: signer.der, chain: chain.map(({ der }) => der) };
  const signed = signDocument(document, identity, { now: io.now, profile: given.profile });
  replaceFile(path.resolve(io.cwd, target), signed);
  const digest = sha256(signed);
  if (given.format === 'json') io.out(formatJson({ file: target, profile: given.profile, digest }));
  else io.out(`signed ${inert(target)} as ${inert(signer.subject)} (${given.profile})\n${digest}\n`);
  return EXIT.yes;
}
