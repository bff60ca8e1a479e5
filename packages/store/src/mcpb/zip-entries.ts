import { malformed } from './bundle-error.ts';

/** A file or folder as the central directory of an archive lists it. */
export interface ZipEntry {
  /** With a slash at the end for a folder. */
  readonly name: string;
  readonly isDeflated: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Type and permissions as Unix has them; 0 if the archive states none. */
  readonly mode: number;
  /** Where the local header begins, and where the packed bytes. */
  readonly at: number;
  readonly start: number;
}

const END = { signature: 0x06054b50, length: 22 } as const;
const CENTRAL = { signature: 0x02014b50, length: 46 } as const;
const LOCAL = { signature: 0x04034b50, length: 30 } as const;
const MAX_COMMENT = 0xffff;
const ENCRYPTED = 0x1;
const STORED = 0;
const DEFLATED = 8;
const UNIX = 3;
const MACOS = 19;

/**
 * The entries of an archive. Readers of ZIP differ in what they take for its end, its directory and the names in it; an archive
 * that two of them could read in two ways is refused. `fileLength` includes what follows the archive in its file: some signers
 * count the signature block as the comment of the archive.
 */
export function readZipEntries(archive: Uint8Array, fileLength: number, maxEntries: number): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view, fileLength);
  const count = view.getUint16(end + 10, true);
  const [size, offset] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  const isOneDisk = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 8, true) === count;
  if (!isOneDisk) throw malformed('it is one part of several');
  if (offset + size !== end) throw malformed('its directory is not at its end');
  if (count > maxEntries) throw malformed(`it has more than ${maxEntries} entries`, 'mcpb.too-large');
  const entries = readDirectory(archive, view, { at: offset, end, count });
  refuseOverlaps(entries, offset);
  return entries;
}

/** The end record: the only one whose comment ends where the archive or its file ends. */
function findEnd(view: DataView, fileLength: number): number {
  const last = view.byteLength - END.length;
  const found: number[] = [];
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) !== END.signature) continue;
    const commentEnd = at + END.length + view.getUint16(at + 20, true);
    if (commentEnd === view.byteLength || commentEnd === fileLength) found.push(at);
  }
  const [end, ...others] = found;
  if (end === undefined) throw malformed('it has no end, or bytes after it');
  if (others.length > 0) throw malformed('it has two ends');
  return end;
}

interface Directory {
  readonly at: number;
  readonly end: number;
  readonly count: number;
}

function readDirectory(archive: Uint8Array, view: DataView, { at, end, count }: Directory): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let next = at;
  for (let index = 0; index < count; index++) {
    if (next + CENTRAL.length > end || view.getUint32(next, true) !== CENTRAL.signature)
      throw malformed('its directory is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(field => view.getUint16(next + field, true)) as [
      number,
      number,
      number,
    ];
    const nameEnd = next + CENTRAL.length + nameLength;
    if (nameEnd + extraLength + commentLength > end) throw malformed('its directory is damaged');
    entries.push(readEntry(archive, view, next, at));
    next = nameEnd + extraLength + commentLength;
  }
  if (next !== end) throw malformed('its directory is damaged');
  return entries;
}

function readEntry(archive: Uint8Array, view: DataView, at: number, directory: number): ZipEntry {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  const nameBytes = archive.subarray(at + CENTRAL.length, at + CENTRAL.length + view.getUint16(at + 28, true));
  const name = decodeName(nameBytes);
  if ((flags & ENCRYPTED) !== 0) throw malformed('it is encrypted');
  if (method !== STORED && method !== DEFLATED)
    throw malformed('it is packed in another way than ZIP readers must know');
  const packedBytes = view.getUint32(at + 20, true);
  const local = view.getUint32(at + 42, true);
  const start = findData(archive, view, local, nameBytes, method);
  if (start + packedBytes > directory) throw malformed('an entry leaves the archive');
  const bytes = view.getUint32(at + 24, true);
  if (method === STORED && bytes !== packedBytes) throw malformed('an entry has two lengths');
  const madeBy = view.getUint8(at + 5);
  const mode = madeBy === UNIX || madeBy === MACOS ? view.getUint16(at + 40, true) : 0;
  return {
    name,
    isDeflated: method === DEFLATED,
    crc: view.getUint32(at + 16, true),
    packedBytes,
    bytes,
    mode,
    at: local,
    start,
  };
}

function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('a name in it is not UTF-8');
  }
}

/** Readers that go from entry to entry see the local header, which must say the same. */
function findData(archive: Uint8Array, view: DataView, at: number, name: Uint8Array, method: number): number {
  if (at + LOCAL.length + name.length > archive.length || view.getUint32(at, true) !== LOCAL.signature)
    throw malformed('an entry is not where its directory says');
  const localName = archive.subarray(at + LOCAL.length, at + LOCAL.length + view.getUint16(at + 26, true));
  if (Buffer.compare(localName, name) !== 0 || view.getUint16(at + 8, true) !== method)
    throw malformed('an entry is described in two ways');
  return at + LOCAL.length + name.length + view.getUint16(at + 28, true);
}

/** Entries that share their packed bytes multiply a bomb. */
function refuseOverlaps(entries: readonly ZipEntry[], directory: number): void {
  const places = entries
    .map(({ at, start, packedBytes }) => [at, start + packedBytes] as const)
    .toSorted(([a], [b]) => a - b);
  for (const [index, [, stop]] of places.entries()) {
    const [next = directory] = places[index + 1] ?? [];
    if (stop > next) throw malformed('two entries overlap');
  }
}
