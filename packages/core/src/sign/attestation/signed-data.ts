import { bytesToHex, DER_TAG, type DerElement, readChildren, readElement, readInteger } from '../der.ts';
import { bytesOf } from '../signed-structure.ts';

/** What a detached PKCS#7 signature of one signer says (RFC 5652, section 5). Nothing of it is verified yet. */
export interface SignedData {
  /** In DER. */
  readonly certificates: readonly Uint8Array[];
  /** The name of the issuer of the signer's certificate, in DER. */
  readonly issuer: Uint8Array;
  /** In lower-case hexadecimal digits, without leading zeros. */
  readonly serialNumber: string;
  readonly hash: Hash;
  readonly keyType: 'rsa' | 'ec';
  /** The hash of the content, as a signed attribute. */
  readonly messageDigest: Uint8Array;
  /** The signed attributes as they were signed. */
  readonly signedBytes: Uint8Array;
  readonly signature: Uint8Array;
}

type Hash = 'sha256' | 'sha384' | 'sha512';

const TAG = { octets: 0x04, oid: 0x06, set: 0x31, context0: 0xa0 } as const;

const OID = {
  signedData: '2a864886f70d010702',
  data: '2a864886f70d010701',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
} as const;

const HASHES: Readonly<Record<string, Hash>> = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};

/** By algorithm; some name a hash as well. */
const SIGNATURES: Readonly<Record<string, { readonly keyType: 'rsa' | 'ec'; readonly hash?: Hash }>> = {
  '2a864886f70d010101': { keyType: 'rsa' },
  '2a864886f70d01010b': { keyType: 'rsa', hash: 'sha256' },
  '2a864886f70d01010c': { keyType: 'rsa', hash: 'sha384' },
  '2a864886f70d01010d': { keyType: 'rsa', hash: 'sha512' },
  '2a8648ce3d040302': { keyType: 'ec', hash: 'sha256' },
  '2a8648ce3d040303': { keyType: 'ec', hash: 'sha384' },
  '2a8648ce3d040304': { keyType: 'ec', hash: 'sha512' },
};

/** Undefined for anything but DER of this shape. More than one signer is refused: who signed must have one answer. */
export function readSignedData(der: Uint8Array): SignedData | undefined {
  const members = readOuter(der);
  if (members === undefined) return undefined;
  const [, , content, ...rest] = members;
  const certificates = rest.find(({ tag }) => tag === TAG.context0);
  const signers = rest.find(({ tag }) => tag === TAG.set);
  if (content === undefined || certificates === undefined || signers === undefined) return undefined;
  // Content inside the signature would be signed instead of the bundle.
  if (onlyOid(der, content) !== OID.data) return undefined;
  const [signer, ...others] = readChildren(der, signers) ?? [];
  if (signer === undefined || others.length > 0) return undefined;
  const read = readSigner(der, signer);
  const chain = readChildren(der, certificates)?.map(element => bytesOf(der, element));
  return read === undefined || chain === undefined ? undefined : { certificates: chain, ...read };
}

/** The members of SignedData, within ContentInfo. */
function readOuter(der: Uint8Array): readonly DerElement[] | undefined {
  const outside = readElement(der, 0);
  if (outside?.tag !== DER_TAG.sequence || outside.end !== der.length) return undefined;
  const [type, wrapped, ...others] = readChildren(der, outside) ?? [];
  if (type === undefined || wrapped?.tag !== TAG.context0 || others.length > 0) return undefined;
  if (oidOf(der, type) !== OID.signedData) return undefined;
  const [inside, ...more] = readChildren(der, wrapped) ?? [];
  return inside?.tag === DER_TAG.sequence && more.length === 0 ? readChildren(der, inside) : undefined;
}

type SignerPart = Omit<SignedData, 'certificates'>;

function readSigner(der: Uint8Array, signer: DerElement): SignerPart | undefined {
  const [, id, digestAlgorithm, attributes, algorithm, signature] = readChildren(der, signer) ?? [];
  if (id?.tag !== DER_TAG.sequence || attributes?.tag !== TAG.context0 || signature?.tag !== TAG.octets)
    return undefined;
  const [issuer, serial] = readChildren(der, id) ?? [];
  const hash = HASHES[algorithmOf(der, digestAlgorithm)];
  const scheme = SIGNATURES[algorithmOf(der, algorithm)];
  const messageDigest = readMessageDigest(der, attributes);
  if (issuer === undefined || serial?.tag !== DER_TAG.integer || messageDigest === undefined) return undefined;
  if (hash === undefined || scheme === undefined || (scheme.hash ?? hash) !== hash) return undefined;
  return {
    issuer: bytesOf(der, issuer),
    serialNumber: readInteger(contentOf(der, serial)).toString(16),
    hash,
    keyType: scheme.keyType,
    messageDigest,
    signedBytes: asSet(bytesOf(der, attributes)),
    signature: contentOf(der, signature),
  };
}

/** The hash of the content, if the attributes state it and the type of the content exactly once. */
function readMessageDigest(der: Uint8Array, attributes: DerElement): Uint8Array | undefined {
  const parts = (readChildren(der, attributes) ?? []).map(attribute => readChildren(der, attribute) ?? []);
  const valuesOf = (wanted: string): DerElement[] =>
    parts.filter(([type]) => type !== undefined && oidOf(der, type) === wanted).flatMap(([, ...values]) => values);
  const type = onlyValue(der, valuesOf(OID.contentType));
  const digest = onlyValue(der, valuesOf(OID.messageDigest));
  if (type === undefined || oidOf(der, type) !== OID.data || digest?.tag !== TAG.octets) return undefined;
  return contentOf(der, digest);
}

function onlyValue(der: Uint8Array, sets: readonly DerElement[]): DerElement | undefined {
  const values = sets.flatMap(set => readChildren(der, set) ?? []);
  return sets.length === 1 && values.length === 1 ? values[0] : undefined;
}

// RFC 5652, section 5.4: signed as a SET, although written with the tag [0].
function asSet(bytes: Uint8Array): Uint8Array {
  const set = Uint8Array.from(bytes);
  set[0] = TAG.set;
  return set;
}

function algorithmOf(der: Uint8Array, element: DerElement | undefined): string {
  const [oid] = element === undefined ? [] : (readChildren(der, element) ?? []);
  return oid === undefined ? '' : oidOf(der, oid);
}

/** The one OID in a sequence of nothing else. */
function onlyOid(der: Uint8Array, sequence: DerElement): string {
  const children = readChildren(der, sequence) ?? [];
  return children.map(child => oidOf(der, child)).join(' ');
}

function oidOf(der: Uint8Array, element: DerElement): string {
  return element.tag === TAG.oid ? bytesToHex(contentOf(der, element)) : '';
}

function contentOf(der: Uint8Array, { start, end }: DerElement): Uint8Array {
  return der.subarray(start, end);
}
