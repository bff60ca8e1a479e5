const UTF_8 = new TextEncoder();

/** The bytes that a DSSE signature covers: Pre-Authentication Encoding, with lengths in bytes. */
export function pae(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = UTF_8.encode(payloadType);
  const head = UTF_8.encode(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `);
  const bytes = new Uint8Array(head.length + payload.length);
  bytes.set(head);
  bytes.set(payload, head.length);
  return bytes;
}
