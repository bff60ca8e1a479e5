import { ToolmarkError } from '@toolmark/core';
import type { ConfigEntry } from './config-entries.ts';
import { namesFile, optionIn, wordsOf } from './guard-words.ts';

/** The key in the side file that an entry names, whatever program it starts. */
export function serverInSideFile({ common }: ConfigEntry, side: string): string | undefined {
  try {
    const words = wordsOf(common());
    return namesFile(words, side) ? optionIn(words, '--server') : undefined;
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}
