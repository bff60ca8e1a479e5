import { closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { type AuditRecord, type AuditVerdict, quoteInert, ToolmarkError, verifyAudit } from '@toolmark/core';
import { type AuditHead, parseAuditHead } from '@toolmark/core/guard';
import { readFile, reasonOf } from '../files/read-file.ts';
import type { Io } from '../io.ts';

/** Verifies a log from end to end, in little memory, under the head beside it and those that are given. */
export function readAudit(
  file: string,
  heads: readonly AuditHead[],
  io: Pick<Io, 'cwd' | 'stdin'>,
  onRecord?: (record: AuditRecord) => void,
): AuditVerdict {
  // The head goes first: a guard that is still writing may be ahead of it, never behind.
  const known = [...heads, ...headBeside(file, io)];
  return verifyAudit(chunksOf(file, io), { heads: known, ...(onRecord && { onRecord }) });
}

export function parseKeptHead(text: string): AuditHead {
  if (text !== '') return parseAuditHead(text);
  throw new ToolmarkError('audit.bad-head', 'The head is empty. Write it as SEQ:sha256:….');
}

function headBeside(file: string, io: Pick<Io, 'cwd' | 'stdin'>): AuditHead[] {
  const name = `${file}.head`;
  if (!existsSync(path.resolve(io.cwd, name))) return [];
  try {
    return [parseAuditHead(Buffer.from(readFile(name, io, 1_000)).toString('utf8'))];
  } catch (error) {
    if (!(error instanceof ToolmarkError) || error.code !== 'audit.bad-head') throw error;
    const next = 'Without it truncation cannot be detected. Remove it, or pass a head with --head.';
    throw new ToolmarkError('audit.bad-head', `${quoteInert(name)} is not a valid head. ${next}`, { cause: error });
  }
}

const CHUNK = 256 * 1024;

function* chunksOf(file: string, { cwd }: Pick<Io, 'cwd'>): Generator<Uint8Array> {
  const descriptor = attempt(file, () => openFile(path.resolve(cwd, file)));
  try {
    const chunk = Buffer.alloc(CHUNK);
    const next = (): number => attempt(file, () => readSync(descriptor, chunk, 0, CHUNK, null));
    for (let count = next(); count > 0; count = next()) yield chunk.subarray(0, count);
  } finally {
    closeSync(descriptor);
  }
}

function openFile(resolved: string): number {
  if (!statSync(resolved).isFile()) throw new Error('it is not a regular file');
  return openSync(resolved, constants.O_RDONLY);
}

function attempt<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ToolmarkError('input.unreadable', `${quoteInert(file)} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}
