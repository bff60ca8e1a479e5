import { isJsonObject, type JsonObject, ToolmarkError } from '@toolmark/core';
import type { ConfigKind } from '../config/config-kind.ts';
import { parseEntry } from '../config/parse-entry.ts';
import { refuse } from '../config/refuse-entry.ts';
import { type ConfigEntry, findConfigEntries } from './config-entries.ts';
import { type GuardWords, guardedEntry, refuseUnknownTexts, refuseVariables } from './guarded-entry.ts';
import { formatEntry, type Replacement, replaceEntries } from './replace-entries.ts';
import { serverInSideFile } from './server-in-side-file.ts';
import { vouchForGuard } from './vouch-for-guard.ts';

/** What becomes of an entry of a config. */
export interface EntryPlan {
  readonly key: string;
  /** Where in the file, as a JSON pointer. */
  readonly pointer: string;
  readonly action: 'guarded' | 'restored' | 'left';
  /** Its key in the lock, where that is another one. */
  readonly lockedAs?: string;
  /** Why it is left as it is. */
  readonly code?: string;
  readonly message?: string;
}

export interface InstallPlan {
  readonly entries: readonly EntryPlan[];
  /** The config with the guard in it. */
  readonly text: string;
  /** The original texts of all entries that are guarded, by their key in the side file. */
  readonly originals: ReadonlyMap<string, string>;
}

export interface InstallOptions {
  readonly kind: ConfigKind;
  /** The side file, and what it holds of entries that were guarded before. */
  readonly side: { readonly path: string; readonly originals: ReadonlyMap<string, string> };
  /** How to start the guard for an entry of the side file; `name` is its key in the lock where that is another one. */
  readonly guard: (server: string, name?: string) => GuardWords;
  /** The key under which a server of the config is locked; undefined if it is not. */
  readonly lockKey: (key: string) => string | undefined;
}

/** The text of a config with every server behind the guard. Nothing is read or written here. */
export function planInstall(text: string, options: InstallOptions): InstallPlan {
  const found = findConfigEntries(text, options.kind);
  const originals = new Map(earlierOriginals(found, options.side));
  const replacements: Replacement[] = [];
  const entries = found.map((entry): EntryPlan => {
    const { key, pointer } = entry;
    try {
      const original = usable(entry, found, options);
      const server = freeKey(key, originals);
      const lockedAs = options.lockKey(key) ?? key;
      const words = options.guard(server, server === lockedAs ? undefined : lockedAs);
      const value = guardedEntry(original, options.kind, words);
      replacements.push({ entry, text: formatEntry(text, options.kind, entry, value) });
      originals.set(server, originalText(text, entry));
      return { key, pointer, action: 'guarded', ...(lockedAs !== key && { lockedAs }) };
    } catch (error) {
      if (!(error instanceof ToolmarkError)) throw error;
      return { key, pointer, action: 'left', code: error.code, message: error.message };
    }
  });
  return { entries, text: replaceEntries(text, options.kind, replacements), originals };
}

/** An original that no entry leads to any more is not kept: its key may belong to another server now. */
function earlierOriginals(found: readonly ConfigEntry[], side: InstallOptions['side']): [string, string][] {
  const used = new Set(found.map(entry => serverInSideFile(entry, side.path)));
  return [...side.originals].filter(([server]) => used.has(server));
}

function originalText(text: string, { spans }: ConfigEntry): string {
  return spans.map(({ start, end }) => text.slice(start, end)).join('\n');
}

/** An entry that the guard can take over as it is. */
function usable(entry: ConfigEntry, all: readonly ConfigEntry[], options: InstallOptions): JsonObject {
  const { kind, lockKey } = options;
  const { key, read } = entry;
  const value = read();
  const seen = vouchForGuard(entry, value, options);
  // A guard whose server is no longer locked does not start.
  if (seen !== undefined) throw lockKey(key) !== undefined || seen.code !== 'install.guarded' ? seen : notLocked();
  if (key === '') refuse('config.malformed', 'The key of a server is empty.');
  if (kind !== 'claude-code' && all.filter(other => other.key === key).length > 1) {
    refuse('config.duplicate-key', 'Two lists of the file have this key, and hosts read different lists.');
  }
  // What variables stand for is found out when the guard starts; here it may not be known.
  parseEntry(entry.common(), text => text);
  refuseUnknownTexts(value, kind);
  if (lockKey(key) === undefined) throw notLocked();
  if (!isJsonObject(value)) refuse('config.malformed', 'The entry is no object.');
  refuseVariables(value, kind);
  return value;
}

function notLocked(): ToolmarkError {
  return new ToolmarkError('install.not-locked', 'It is not in the lock. Run "toolmark lock" first.');
}

function freeKey(key: string, taken: ReadonlyMap<string, string>): string {
  if (!taken.has(key)) return key;
  for (let number = 2; ; number++) {
    if (!taken.has(`${key}#${number}`)) return `${key}#${number}`;
  }
}
