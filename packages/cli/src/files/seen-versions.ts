import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, jcs, type LockedPackage, member, readJson, sha256 } from '@toolmark/core';
import type { SeenVersion } from '@toolmark/core/attestation';
import type { LockedPublisher } from '@toolmark/core/lock';
import type { Io } from '../io.ts';
import { cacheFolder } from './user-folders.ts';
import { putFile } from './write-file.ts';

/** An entry of a lock whose versions are remembered. */
export interface WatchedEntry {
  readonly key: string;
  readonly publisher: LockedPublisher;
  readonly package: Exclude<LockedPackage, { readonly type: 'unpinned' }>;
}

const MAX_BYTES = 4096;

/** The newest attestation that this machine has seen for an entry; undefined where none is known. */
export function recallVersion(entry: WatchedEntry, io: Pick<Io, 'env' | 'home'>): SeenVersion | undefined {
  try {
    const value = readJson(readFileSync(fileOf(entry, io)), { maxBytes: MAX_BYTES });
    if (!isJsonObject(value)) return undefined;
    const [version, digest, bundle] = ['version', 'digest', 'bundle'].map(name => member(value, name));
    if (typeof version !== 'string') return undefined;
    return {
      version,
      ...(typeof digest === 'string' ? { digest } : {}),
      ...(typeof bundle === 'string' ? { bundle } : {}),
    };
  } catch {
    return undefined;
  }
}

/** Never fails: the lock remembers too. */
export function rememberVersion(entry: WatchedEntry, seen: SeenVersion, io: Pick<Io, 'env' | 'home'>): void {
  try {
    const file = fileOf(entry, io);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    putFile(file, `${JSON.stringify(seen)}\n`, { mode: 0o600 });
  } catch {
    // A cache that cannot be written is like none.
  }
}

function fileOf({ key, publisher, package: of }: WatchedEntry, io: Pick<Io, 'env' | 'home'>): string {
  const name = sha256(jcs([key, { ...publisher }, of.type, of.name])).slice('sha256:'.length);
  return path.join(cacheFolder(io), 'attested', `${name}.json`);
}
