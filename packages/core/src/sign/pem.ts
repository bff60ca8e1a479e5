import { ToolmarkError } from '../base/index.ts';
import { decodeBase64 } from './base64.ts';

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END ([A-Z0-9 ]+)-----/g;

/** Every block of one kind in a PEM text, or the bytes themselves when they are DER. Throws `certificate.malformed`. */
export function readPemOrDer(bytes: Uint8Array, label: 'CERTIFICATE' | 'X509 CRL'): Uint8Array[] {
  if (bytes[0] === 0x30) return [bytes];
  const text = new TextDecoder('latin1').decode(bytes);
  const blocks = [...text.matchAll(BLOCK)];
  const marks = text.split('-----BEGIN ').length - 1;
  if (blocks.length < marks) throw malformed('A PEM block is cut short or damaged.');
  const found = blocks.filter(([, begin, , end]) => begin === label && end === label);
  if (found.length === 0) throw malformed(`There is no PEM block "${label}" here.`);
  return found.map(([, , body = '']) => decodeBody(body));
}

function decodeBody(body: string): Uint8Array {
  const bytes = decodeBase64(body.replace(/\s/g, ''));
  if (bytes === undefined || bytes.length === 0) throw malformed('The base64 of a PEM block is damaged.');
  return bytes;
}

function malformed(message: string): ToolmarkError {
  return new ToolmarkError('certificate.malformed', message);
}
