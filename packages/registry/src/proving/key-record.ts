import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** A key that a domain publishes. */
export interface KeyRecord {
  /** The host of the registry that the key is for; undefined where it is for any. */
  readonly registry: string | undefined;
  /** Checks one signature over a text. */
  readonly verify: (text: string, signature: Uint8Array) => boolean;
}

/** Parses `v=MCPv1; k=ed25519|ecdsap384; p=BASE64` with an optional `; r=HOST`. Returns undefined for anything else. */
export function parseKeyRecord(record: string): KeyRecord | undefined {
  const [, kind = '', base64 = '', registry] = RECORD.exec(record.trim()) ?? [];
  const known = KINDS.get(kind);
  if (known === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const key = keyOf(known.prefixes[bytes.length], bytes);
  if (key === undefined) return undefined;
  return {
    registry: registry?.toLowerCase(),
    verify: (text, signature) => known.verify(key, Buffer.from(text), signature),
  };
}

const RECORD =
  /^v=MCPv1 {0,8}; {0,8}k=(ed25519|ecdsap384) {0,8}; {0,8}p=([A-Za-z0-9+/]{1,256}={0,2}) {0,8}(?:; {0,8}r=([A-Za-z0-9.:[\]-]{1,261}) {0,8})?;?$/;

interface Kind {
  /** The SPKI prefix for a raw key of this many bytes (RFC 5280). */
  readonly prefixes: Readonly<Record<number, string>>;
  readonly verify: (key: KeyObject, text: Buffer, signature: Uint8Array) => boolean;
}

const P384 = '06072a8648ce3d020106052b81040022';

const KINDS: ReadonlyMap<string, Kind> = new Map([
  [
    'ed25519',
    {
      prefixes: { 32: '302a300506032b6570032100' },
      verify: (key: KeyObject, text: Buffer, signature: Uint8Array) => verify(null, text, key, signature),
    },
  ],
  [
    'ecdsap384',
    {
      prefixes: { 49: `30463010${P384}033200`, 97: `30763010${P384}036200` },
      verify: (key: KeyObject, text: Buffer, signature: Uint8Array) =>
        verify('sha384', text, { key, dsaEncoding: 'ieee-p1363' }, signature),
    },
  ],
]);

function keyOf(prefix: string | undefined, bytes: Buffer): KeyObject | undefined {
  if (prefix === undefined) return undefined;
  try {
    const der = Buffer.concat([Buffer.from(prefix, 'hex'), bytes]);
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    // A point that is not on the curve.
    return undefined;
  }
}
