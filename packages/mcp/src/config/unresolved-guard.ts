import { ToolmarkError } from '@toolmark/core';

const NEXT = 'The server behind it was not asked. Install the guard again, or put the server itself into the config.';

/** For an entry that starts a guard whose server is not known: neither the guard nor a guess is asked in its place. */
export function unresolvedGuard(reason: string, cause?: unknown): ToolmarkError {
  return new ToolmarkError('config.unresolved-guard', `${reason} ${NEXT}`, { cause });
}
