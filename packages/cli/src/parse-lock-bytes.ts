import { type Lock, parseLock, quoteInert, ToolmarkError } from '@toolmark/core';

/** The lock in the bytes of a file; refusals name the file. */
export function parseLockBytes(bytes: Uint8Array, file: string): Lock {
  try {
    return parseLock(bytes);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const { code, findings } = error;
    throw new ToolmarkError(code, `${quoteInert(file)}: ${error.message}`, { cause: error, findings });
  }
}
