import { parseCertificates, quoteInert, type SigningIdentity, ToolmarkError } from '@toolmark/core';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';
import { readKey } from './read-key.ts';

export interface IdentityArguments {
  readonly key: string;
  readonly cert: string;
  readonly chain: readonly string[];
  readonly passphraseFile?: string;
}

/** Reads a key, its certificate and intermediates. */
export async function readIdentity(
  given: IdentityArguments,
  io: Io,
): Promise<SigningIdentity & { readonly subject: string }> {
  const [signer, ...bundled] = parseCertificates(readFile(given.cert, io, 1024 * 1024));
  if (signer === undefined)
    throw new ToolmarkError('certificate.malformed', `${quoteInert(given.cert)} holds no certificate.`);
  const chain = [...bundled, ...given.chain.flatMap(file => parseCertificates(readFile(file, io, 1024 * 1024)))];
  const source = given.passphraseFile === undefined ? {} : { passphraseFile: given.passphraseFile };
  const key = await readKey(given.key, source, io);
  return { key, certificate: signer.der, chain: chain.map(({ der }) => der), subject: signer.subject };
}
