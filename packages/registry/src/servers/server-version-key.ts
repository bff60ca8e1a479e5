import { ToolmarkError, versionKey } from '@toolmark/core';

/** Text whose order is the order of versions; none for what is not SemVer, which only time can order. */
export function serverVersionKey(version: string): string | null {
  try {
    return versionKey(version);
  } catch (error) {
    if (error instanceof ToolmarkError) return null;
    throw error;
  }
}
