import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { MAX_ADVISORIES_BYTES } from '@toolmark/core';
import { readPrivateFile, replacePrivateFile } from '../connect/private-file.ts';

/** What was remembered, or undefined where nothing was. What it says is for the reader to verify. */
export function readListFile(file: string): Uint8Array | undefined {
  // One byte too many is enough for the reader to refuse it.
  return readPrivateFile(file, MAX_ADVISORIES_BYTES + 1)?.bytes;
}

export function makeListFolder(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
}

/** Replaces the file in one step, after a last look; nobody else may read what a user is warned of. */
export function writeListFile(file: string, bytes: Uint8Array, lastLook: () => void): void {
  replacePrivateFile(file, bytes, lastLook);
}
