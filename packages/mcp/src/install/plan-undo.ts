import type { ConfigKind } from '../config/config-kind.ts';
import { findConfigEntries, serverInSideFile } from './config-entries.ts';
import type { EntryPlan } from './plan-install.ts';
import { type Replacement, replaceEntries } from './replace-entries.ts';

export interface UndoOptions {
  readonly kind: ConfigKind;
  /** The side file that entries must refer to. */
  readonly side: string;
  readonly originals: ReadonlyMap<string, string>;
}

export interface UndoPlan {
  readonly entries: readonly EntryPlan[];
  readonly text: string;
}

/** Plans a config with the original entries restored, whatever else has changed. */
export function planUndo(text: string, options: UndoOptions): UndoPlan {
  const replacements: Replacement[] = [];
  const entries = findConfigEntries(text, options.kind).flatMap((entry): EntryPlan[] => {
    const server = serverInSideFile(entry, options.side);
    if (server === undefined) return [];
    const { key, pointer } = entry;
    const original = options.originals.get(server);
    if (original === undefined) {
      const message = 'The side file has no original of this entry. See the backup.';
      return [{ key, pointer, action: 'left', code: 'install.no-original', message }];
    }
    replacements.push({ entry, text: original });
    return [{ key, pointer, action: 'restored' }];
  });
  return { entries, text: replaceEntries(text, options.kind, replacements) };
}
