import { quoteInert, ToolmarkError } from '@toolmark/core';

/** A failure of the file system as a refusal with the next step; any other error unchanged. */
export function storeError(store: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (cause instanceof ToolmarkError || code === undefined) return cause;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const message = `No space left for the store ${quoteInert(store, 200)}. Free space, or set TOOLMARK_STORE to a folder on another disk.`;
    return new ToolmarkError('store.no-space', message, { cause });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const message = `Cannot write to the store ${quoteInert(store, 200)} (${code}). Check its permissions, or set TOOLMARK_STORE.`;
    return new ToolmarkError('store.unwritable', message, { cause });
  }
  return cause;
}

/** The code of a system error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Runs work on files of the store and turns their failures into refusals. */
export async function inStore<Result>(store: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storeError(store, error);
  }
}
