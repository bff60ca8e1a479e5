import { createHash, sign } from 'node:crypto';
import { type Zippable, zipSync } from 'fflate';
import { DER_TAG, readInteger, writeElement, writeInteger } from '../../packages/core/src/sign/der.ts';
import { readCertificateParts } from '../../packages/core/src/sign/signed-structure.ts';
import type { Issued } from '../pki.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

type Content = Uint8Array | string | object;

/** For tests: an `.mcpb` file in memory. A value that is not bytes or text is written as JSON. */
export function mcpbFile(
  files: Readonly<Record<string, Content>>,
  modes: Readonly<Record<string, number>> = {},
): Uint8Array {
  const entries = Object.entries(files).map(([name, content]): [string, Zippable[string]] => {
    const mode = modes[name];
    return [name, mode === undefined ? bytesOf(content) : [bytesOf(content), { os: 3, attrs: mode << 16 }]];
  });
  return zipSync(Object.fromEntries(entries));
}

function bytesOf(content: Content): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return encode(typeof content === 'string' ? content : JSON.stringify(content));
}

/** A manifest that starts `server/index.js` with Node. */
export function mcpbManifest(changes: object = {}): Record<string, unknown> {
  return {
    manifest_version: '0.3',
    name: 'weather',
    version: '1.2.0',
    description: 'Forecasts.',
    author: { name: 'Ada' },
    server: {
      type: 'node',
      entry_point: 'server/index.js',
      mcp_config: { command: 'node', args: ['${__dirname}/server/index.js'] },
    },
    ...changes,
  };
}

/** The bundle of a server, with other or more files. */
export function weatherBundle(
  files: Readonly<Record<string, Content>> = {},
  modes: Readonly<Record<string, number>> = {},
): Uint8Array {
  return mcpbFile({ 'manifest.json': mcpbManifest(), 'server/index.js': 'console.log("weather");', ...files }, modes);
}

export interface SignOptions {
  /** The certificates in the signature. Default: that of the signer. */
  readonly certificates?: readonly Issued[];
  /** The bundle that the signature is made for. Default: the one it is appended to. */
  readonly content?: Uint8Array;
  /** The key that signs, if it is not that of the certificate. */
  readonly key?: Issued;
  /** How often the signer is named. */
  readonly signers?: number;
}

/** The bundle with a signature block, as the `mcpb` tool writes it. */
export function signMcpb(file: Uint8Array, signer: Issued, options: SignOptions = {}): Uint8Array {
  return withBlock(file, pkcs7(options.content ?? file, signer, options));
}

export function withBlock(file: Uint8Array, signature: Uint8Array, length = signature.length): Uint8Array {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, length, true);
  return joined(file, encode('MCPB_SIG_V1'), size, signature, encode('MCPB_SIG_END'));
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

const OID = {
  signedData: '2a864886f70d010702',
  data: '2a864886f70d010701',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  sha256: '608648016503040201',
  rsa: '2a864886f70d010101',
  ecdsaSha256: '2a8648ce3d040302',
};

const sequence = (...parts: Uint8Array[]): Uint8Array => writeElement(DER_TAG.sequence, ...parts);
const set = (...parts: Uint8Array[]): Uint8Array => writeElement(0x31, ...parts);
const oid = (hex: string): Uint8Array => writeElement(0x06, Buffer.from(hex, 'hex'));
const octets = (bytes: Uint8Array): Uint8Array => writeElement(0x04, bytes);

/** A detached PKCS#7 signature with SHA-256. */
export function pkcs7(content: Uint8Array, signer: Issued, options: SignOptions = {}): Uint8Array {
  const certificates = (options.certificates ?? [signer]).map(({ certificate }) => certificate);
  const signers = Array.from({ length: options.signers ?? 1 }, () =>
    signerInfo(content, signer, options.key ?? signer),
  );
  const signedData = sequence(
    writeInteger(1n),
    set(sequence(oid(OID.sha256))),
    sequence(oid(OID.data)),
    writeElement(0xa0, ...certificates),
    set(...signers),
  );
  return sequence(oid(OID.signedData), writeElement(0xa0, signedData));
}

function signerInfo(content: Uint8Array, signer: Issued, key: Issued): Uint8Array {
  const parts = readCertificateParts(signer.certificate);
  if (parts === undefined) throw new Error('This is not a certificate.');
  const attributes = [
    sequence(oid(OID.contentType), set(oid(OID.data))),
    sequence(oid(OID.messageDigest), set(octets(createHash('sha256').update(content).digest()))),
  ];
  return sequence(
    writeInteger(1n),
    sequence(parts.issuer, writeInteger(readInteger(parts.serialNumber))),
    sequence(oid(OID.sha256)),
    writeElement(0xa0, ...attributes),
    sequence(oid(key.key.asymmetricKeyType === 'rsa' ? OID.rsa : OID.ecdsaSha256)),
    octets(sign('sha256', set(...attributes), key.key)),
  );
}
