import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** One member of an archive. `link` makes it a symbolic link. */
export interface TarMember {
  readonly path: string;
  readonly text?: string | Uint8Array;
  readonly link?: string;
  readonly hardLink?: string;
  readonly mode?: number;
}

/** A gzipped tar archive with exactly these members: also with paths that no tool would write. */
export function tarball(members: readonly TarMember[]): Buffer {
  return gzipSync(Buffer.concat([...members.flatMap(blocksOf), Buffer.alloc(1024)]));
}

export function integrityOf(archive: Uint8Array): string {
  return `sha512-${createHash('sha512').update(archive).digest('base64')}`;
}

function blocksOf(member: TarMember): Buffer[] {
  const content = Buffer.from(member.text ?? '');
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return [header(member, content.length), content, padding];
}

function header({ path, link, hardLink, mode = 0o644 }: TarMember, size: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`The fake archive has no room for the path ${path}.`);
  const block = Buffer.alloc(512);
  block.write(path, 0, 100);
  block.write(octal(mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write('        ', 148);
  block.write(typeOf(link, hardLink), 156);
  block.write(link ?? hardLink ?? '', 157, 100);
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

function typeOf(link: string | undefined, hardLink: string | undefined): string {
  if (link !== undefined) return '2';
  return hardLink === undefined ? '0' : '1';
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
