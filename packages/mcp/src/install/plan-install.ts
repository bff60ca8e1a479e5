import { isJsonObject, type JsonObject, ToolmarkError } from '@toolmark/core';
import { refuse } from '../config/codes.ts';
import { parseEntry } from '../config/parse-entry.ts';
import { type ConfigEntry, findConfigEntries, serverInSideFile } from './config-entries.ts';
import { guardedEntry, type InstallOptions, refuseUnknownTexts, refuseVariables } from './guarded-entry.ts';
import { formatEntry, type Replacement, replaceEntries } from './replace-entries.ts';
import { vouchForGuard } from './vouch-for-guard.ts';

/** The planned change of a config entry. */
export interface EntryPlan {
  readonly key: string;
  /** JSON pointer. */
  readonly pointer: string;
  readonly action: 'guarded' | 'restored' | 'left';
  /** Its key in the lock, if different. */
  readonly lockedAs?: string;
  /** Why the entry is left unchanged. */
  readonly code?: string;
  readonly message?: string;
}

export interface InstallPlan {
  readonly entries: readonly EntryPlan[];
  /** The new config. */
  readonly text: string;
  /** The original texts of all guarded entries, by key in the side file. */
  readonly originals: ReadonlyMap<string, string>;
}

/** Plans a config with every server behind the guard. Pure: reads and writes no files. */
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

/** Drops originals that no entry refers to: their key may belong to another server now. */
function earlierOriginals(found: readonly ConfigEntry[], side: InstallOptions['side']): [string, string][] {
  const used = new Set(found.map(entry => serverInSideFile(entry, side.path)));
  return [...side.originals].filter(([server]) => used.has(server));
}

function originalText(text: string, { spans }: ConfigEntry): string {
  return spans.map(({ start, end }) => text.slice(start, end)).join('\n');
}

/** The entry, if the guard can replace it. */
function usable(entry: ConfigEntry, all: readonly ConfigEntry[], options: InstallOptions): JsonObject {
  const { kind, lockKey } = options;
  const { key, read } = entry;
  const value = read();
  const seen = vouchForGuard(entry, value, options);
  // A guard whose server is not locked does not start.
  if (seen !== undefined) throw lockKey(key) !== undefined || seen.code !== 'install.guarded' ? seen : notLocked();
  if (key === '') refuse('config.malformed', 'The key of a server is empty.');
  if (kind !== 'claude-code' && all.filter(other => other.key === key).length > 1) {
    refuse('config.duplicate-key', 'Two lists in the file have this key, and hosts read different lists.');
  }
  // Variables are resolved when the guard starts; their values may not be known here.
  parseEntry(entry.common(), text => text);
  refuseUnknownTexts(value, kind);
  if (lockKey(key) === undefined) throw notLocked();
  if (!isJsonObject(value)) refuse('config.malformed', 'The entry is not an object.');
  refuseVariables(value, kind);
  return value;
}

function notLocked(): ToolmarkError {
  return new ToolmarkError('install.not-locked', 'Not in the lock. Run "toolmark lock" first.');
}

function freeKey(key: string, taken: ReadonlyMap<string, string>): string {
  if (!taken.has(key)) return key;
  for (let number = 2; ; number++) {
    if (!taken.has(`${key}#${number}`)) return `${key}#${number}`;
  }
}
