import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Digest, isJsonObject, type Json, type JsonObject, readJson } from '@toolmark/core';
import { LIST_NAMES } from '@toolmark/core/formats';
import type { ListMemory, RememberedLists } from '@toolmark/mcp/proxy';
import type { Io } from '../io.ts';
import { cacheFolder } from './user-folders.ts';
import { putFile } from './write-file.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Keeps the order of lists in the user's cache folder (docs/spec/guard.md, section 17). It never fails: a guard without it
 * lists what is locked in the order of the lock.
 */
export function openListMemory(io: Pick<Io, 'env' | 'home'>): ListMemory {
  const folder = path.join(cacheFolder(io), 'lists');
  const fileOf = (surface: Digest): string => path.join(folder, `${surface.slice('sha256:'.length)}.json`);
  const recall = (surface: Digest): RememberedLists | undefined => attempt(() => readLists(fileOf(surface)));
  return {
    recall,
    remember: (surface, lists) => {
      const before = recall(surface) ?? {};
      const [old, text] = [JSON.stringify(before), JSON.stringify({ ...before, ...lists })];
      if (text === old || text.length > MAX_BYTES) return;
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        putFile(fileOf(surface), text, { mode: 0o600 });
      });
    },
  };
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function readLists(file: string): RememberedLists | undefined {
  const value = readJson(readRegular(file), { maxBytes: MAX_BYTES });
  if (!isJsonObject(value)) return undefined;
  return Object.fromEntries(
    LIST_NAMES.flatMap(list => (isListOfObjects(value[list]) ? [[list, value[list]] as const] : [])),
  );
}

/** Does not follow links and does not block on pipes. */
function readRegular(file: string): Uint8Array {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(file, flags);
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile() || status.size > MAX_BYTES) throw new Error('not a file that a guard wrote');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isListOfObjects(value: Json | undefined): value is JsonObject[] {
  return Array.isArray(value) && value.every(item => isJsonObject(item));
}
