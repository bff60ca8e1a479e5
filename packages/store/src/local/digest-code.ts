import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, quoteInert, sha256 } from '@toolmark/core';
import { findCode, MAX_FILES } from './find-code.ts';
import { hashFile, reading } from './hash-file.ts';

/** The digest of code on this machine, or why it has none. */
export type CodeDigest =
  | { readonly type: 'digest'; readonly digest: Digest; readonly skippedLinks: readonly string[] }
  | { readonly type: 'unpinned'; readonly reason: string };

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PROGRAM_BYTES = 1024 * 1024 * 1024;

/**
 * The digest of an entry file (`file`, for a program), or of all code in its folder that an interpreter may load (`folder`;
 * docs/spec/package.md). A link as the entry is followed first, as interpreters do.
 */
export async function digestCode(entry: string, extent: 'file' | 'folder'): Promise<CodeDigest> {
  const file = await reading(entry, () => realpath(entry));
  const name = quoteInert(path.basename(entry));
  if (extent === 'file') return digestProgram(file, name);
  // Node and Python also start folders, by a file in them.
  const isFolder = (await reading(entry, () => stat(file))).isDirectory();
  const found = await findCode(isFolder ? file : path.dirname(file));
  if (!isFolder) found?.files.set(path.basename(file), file);
  if (found === undefined || found.files.size > MAX_FILES)
    return { type: 'unpinned', reason: `There are too many files in the folder of ${name}.` };
  const digest = await digestFiles(found.files, MAX_BYTES);
  if (digest === undefined) return { type: 'unpinned', reason: `The code in the folder of ${name} exceeds 64 MiB.` };
  return { type: 'digest', digest, skippedLinks: found.skippedLinks.toSorted() };
}

async function digestProgram(file: string, name: string): Promise<CodeDigest> {
  const digest = await digestFiles(new Map([[path.basename(file), file]]), MAX_PROGRAM_BYTES);
  if (digest === undefined) return { type: 'unpinned', reason: `${name} is larger than 1 GiB.` };
  return { type: 'digest', digest, skippedLinks: [] };
}

/** Undefined if the files are too large together. */
async function digestFiles(files: ReadonlyMap<string, string>, maxBytes: number): Promise<Digest | undefined> {
  const hashes = new Map<string, string>();
  let left = maxBytes;
  for (const [name, file] of files) {
    const hashed = await hashFile(file, left);
    if (hashed === undefined) return undefined;
    left -= hashed.bytes;
    hashes.set(name, hashed.hex);
  }
  return dirHash(hashes);
}

/** The `dirHash` of in-toto: SHA-256 over a line for each file, as `sha256sum` writes it, in the order of the bytes of the paths. */
function dirHash(hashes: ReadonlyMap<string, string>): Digest {
  const names = [...hashes.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return sha256(names.map(name => line(name, hashes.get(name) ?? '')).join(''));
}

/** `sha256sum` escapes line breaks in names, so that a name cannot look like another line. */
function line(name: string, hex: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${hex}  ${escaped}\n`;
}
