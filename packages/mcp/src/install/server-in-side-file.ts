import { ToolmarkError } from '@toolmark/core';
import type { ConfigEntry } from './config-entries.ts';
import { guardTarget } from './guarded-entry.ts';

/** The key in the side file of an entry that leads to it. */
export function serverInSideFile({ read }: ConfigEntry, side: string): string | undefined {
  try {
    const target = guardTarget(read());
    return target?.config === side ? target.server : undefined;
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}
