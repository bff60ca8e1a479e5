/** What is at the end of an `.mcpb` file. */
export type SignatureBlock =
  | { readonly outcome: 'unsigned'; readonly content: Uint8Array }
  | { readonly outcome: 'found'; readonly content: Uint8Array; readonly signature: Uint8Array }
  | { readonly outcome: 'invalid'; readonly reason: string };

const HEADER = new TextEncoder().encode('MCPB_SIG_V1');
const FOOTER = new TextEncoder().encode('MCPB_SIG_END');
const LENGTH_BYTES = 4;

/** Longer than any certificate chain; it bounds the search for the header. */
const MAX_SIGNATURE_BYTES = 1024 * 1024;

/** The block is the header, the length of the signature in little-endian order, the signature, and the footer. */
export function findSignatureBlock(file: Uint8Array): SignatureBlock {
  const end = file.length - FOOTER.length;
  if (!isAt(file, FOOTER, end)) return { outcome: 'unsigned', content: file };
  const start = findHeader(file, end);
  if (start === undefined)
    return { outcome: 'invalid', reason: 'the signature block has no beginning of the stated length' };
  const signature = file.subarray(start + HEADER.length + LENGTH_BYTES, end);
  return { outcome: 'found', content: file.subarray(0, start), signature };
}

/** The header whose length fits. The signature may contain the text of the header, so the text alone decides nothing. */
function findHeader(file: Uint8Array, end: number): number | undefined {
  const last = end - LENGTH_BYTES - HEADER.length;
  for (let at = last; at >= Math.max(0, last - MAX_SIGNATURE_BYTES); at--) {
    if (isAt(file, HEADER, at) && readLength(file, at + HEADER.length) === last - at) return at;
  }
  return undefined;
}

function isAt(file: Uint8Array, text: Uint8Array, at: number): boolean {
  return at >= 0 && text.every((byte, index) => file[at + index] === byte);
}

function readLength(file: Uint8Array, at: number): number {
  return [3, 2, 1, 0].reduce((sum, index) => sum * 256 + (file[at + index] ?? 0), 0);
}
