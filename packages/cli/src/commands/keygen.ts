import path from 'node:path';
import { inert, parseCertificates, quoteInert, ToolmarkError } from '@toolmark/core';
import { parseCertificate } from '@toolmark/core/sign';
import { toPem } from '../files/pem.ts';
import { readFile } from '../files/read-file.ts';
import { refuseExisting, writeNewFile } from '../files/write-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { type Issuer, issueCertificate, type KeyType } from '../sources/issue-certificate.ts';
import { askPassphrase, readKey } from '../sources/read-key.ts';

export interface KeygenArguments {
  readonly type: KeyType;
  readonly subject: string;
  readonly issuer?: string;
  readonly issuerKey?: string;
  readonly issuerPassphraseFile?: string;
  readonly ca: boolean;
  readonly days: number;
  readonly passphrase: boolean;
  readonly passphraseFile?: string;
  readonly out: string;
  readonly format: 'text' | 'json';
}

/** A key that only its owner can read, and a certificate for it. Nothing is ever overwritten. */
export async function runKeygen(given: KeygenArguments, io: Io): Promise<number> {
  const key = path.join(given.out, 'key.pem');
  const certificate = path.join(given.out, 'certificate.pem');
  refuseExisting([key, certificate], io);
  const issuer = await readIssuer(given.issuer, given.issuerKey, given.issuerPassphraseFile, io);
  const passphrase = await choosePassphrase(given, io);
  const issued = await issueCertificate({ ...given, isAuthority: given.ca, issuer, now: io.now });
  const protection = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  const pem = issued.key.export({ type: 'pkcs8', format: 'pem', ...protection });
  writeNewFile(path.resolve(io.cwd, key), pem, 0o600);
  writeNewFile(path.resolve(io.cwd, certificate), toPem(issued.certificate, 'CERTIFICATE'));
  const { fingerprint, subject, validUntil } = parseCertificate(issued.certificate);
  if (given.format === 'json') io.out(formatJson({ key, certificate, fingerprint }));
  else {
    io.out(`key          ${inert(key)}  (keep it secret)\ncertificate  ${inert(certificate)}\n`);
    io.out(`subject      ${inert(subject)}\nfingerprint  ${fingerprint}\nvalid until  ${validUntil.toISOString()}\n`);
  }
  return EXIT.yes;
}

/** The authority that signs, from its two files; both or neither. */
export async function readIssuer(
  certificateFile: string | undefined,
  keyFile: string | undefined,
  passphraseFile: string | undefined,
  io: Io,
): Promise<Issuer | undefined> {
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) {
    throw new ToolmarkError('usage.issuer', 'An issuer needs both its certificate and its key.');
  }
  const [issuer] = parseCertificates(readFile(certificateFile, io, 1024 * 1024));
  const key = await readKey(keyFile, passphraseFile === undefined ? {} : { passphraseFile }, io);
  if (issuer === undefined || !issuer.x509.checkPrivateKey(key)) {
    throw new ToolmarkError(
      'signature.wrong-key',
      `${quoteInert(keyFile)} is not the key of ${quoteInert(certificateFile)}.`,
    );
  }
  if (!issuer.extensions.isCa) {
    throw new ToolmarkError(
      'certificate.not-a-ca',
      `${quoteInert(certificateFile)} may not issue certificates. Make one with --ca.`,
    );
  }
  return { certificate: issuer.der, key };
}

async function choosePassphrase(given: KeygenArguments, io: Io): Promise<string | undefined> {
  if (!given.passphrase && given.passphraseFile === undefined) return undefined;
  const source = given.passphraseFile === undefined ? {} : { passphraseFile: given.passphraseFile };
  return askPassphrase('Passphrase for the new key', source, io);
}
