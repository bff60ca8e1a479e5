import { createPublicKey, type KeyObject } from 'node:crypto';
import { parseCertificates, quoteInert, sha256, ToolmarkError } from '@toolmark/core';
import type { LockedPublisher } from '@toolmark/core/lock';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';

/** The publisher that the words of `--publisher` name; `found` is the signer of an attestation that is found. */
export function readPublisher(words: readonly string[], io: Io): LockedPublisher | 'found' {
  const [first = '', subject, ...more] = words;
  if (more.length > 0) throw new ToolmarkError('usage.publisher', USAGE);
  if (subject !== undefined) return identity(first, subject);
  return first === 'found' ? first : fromFile(first, io);
}

const USAGE = 'Pass --publisher CERT.pem, KEY.pem, ISSUER SUBJECT, or found.';

function identity(issuer: string, subject: string): LockedPublisher {
  const isFine = /^https:\/\/[\x21-\x7e]{1,500}$/.test(issuer) && /^[\x21-\x7e]{1,2048}$/.test(subject);
  if (isFine) return { type: 'identity', issuer, subject };
  const message = 'The issuer is an https address, and the subject a URI or mail address in printable ASCII.';
  throw new ToolmarkError('usage.publisher', message);
}

/** The first certificate of a file is the signer: others are those that vouch for it. */
function fromFile(file: string, io: Io): LockedPublisher {
  const bytes = readFile(file, io, 64 * 1024);
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.includes('PRIVATE KEY')) {
    const message = `${quoteInert(file)} holds a private key. Pass the public key, or the certificate.`;
    throw new ToolmarkError('usage.publisher', message);
  }
  if (!text.includes('BEGIN PUBLIC KEY')) {
    const [certificate] = parseCertificates(bytes);
    if (certificate !== undefined) return { type: 'certificate', sha256: certificate.fingerprint.slice(7) };
  }
  const spki = tryReadKey(text, file).export({ type: 'spki', format: 'der' });
  return { type: 'key', sha256: sha256(spki).slice(7), spki: spki.toString('base64') };
}

function tryReadKey(text: string, file: string): KeyObject {
  try {
    return createPublicKey(text);
  } catch {
    throw new ToolmarkError('key.malformed', `${quoteInert(file)} holds no public key in PEM.`);
  }
}
