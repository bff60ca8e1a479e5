import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { reasonOf } from '../files/read-file.ts';
import type { Io } from '../io.ts';

/** The audit logs that arguments name. */
export interface FoundLogs {
  readonly files: readonly string[];
  /** Whether the answer is about several logs, or could be: then it names each of them. */
  readonly isMany: boolean;
}

/** A folder means all logs in it, sorted by name (docs/spec/audit.md, section 7). */
export function findLogs(paths: readonly string[], io: Pick<Io, 'cwd'>): FoundLogs {
  const isFolder = (file: string): boolean =>
    statSync(path.resolve(io.cwd, file), { throwIfNoEntry: false })?.isDirectory() === true;
  const files = paths.flatMap(file => (isFolder(file) ? logsIn(file, io) : [file]));
  return { files: withoutTwins(files, io), isMany: paths.length > 1 || paths.some(isFolder) };
}

function logsIn(folder: string, { cwd }: Pick<Io, 'cwd'>): string[] {
  const names = namesIn(folder, cwd);
  // A head without its log counts too: reading it then shows that the log is gone.
  const logs = new Set(names.flatMap(name => (name.endsWith('.head') ? name.slice(0, -5) : isLog(name) ? name : [])));
  if (logs.size > 0) return [...logs].sort().map(name => path.join(folder, name));
  throw new ToolmarkError('audit.no-log', `${quoteInert(folder)} holds no audit log: no file ends in .jsonl.`);
}

function isLog(name: string): boolean {
  return name.endsWith('.jsonl');
}

function namesIn(folder: string, cwd: string): string[] {
  try {
    return readdirSync(path.resolve(cwd, folder));
  } catch (cause) {
    throw new ToolmarkError('input.unreadable', `${quoteInert(folder)} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

/** A log that is named twice, as by its folder and by itself, is read once. */
function withoutTwins(files: readonly string[], { cwd }: Pick<Io, 'cwd'>): string[] {
  const seen = new Set<string>();
  return files.filter(file => {
    const place = placeOf(path.resolve(cwd, file));
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}

function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
