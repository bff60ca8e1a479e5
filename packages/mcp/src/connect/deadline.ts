import { ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import { onAbort } from './on-abort.ts';

/** A point in time after which the work counts as failed; calling it off counts as reaching it. */
export interface Deadline {
  /** Calls back once when it is reached, at once when it was; returns how to stop watching. */
  watch(onReached: (error: ToolmarkError) => void): () => void;
  /** The work is done. */
  stop(): void;
}

export function startDeadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const watchers = new Set<(error: ToolmarkError) => void>();
  let reached: ToolmarkError | undefined;
  const reach = (error: ToolmarkError): void => {
    reached ??= error;
    for (const watcher of watchers) watcher(reached);
    watchers.clear();
  };
  const timer = setTimeout(() => reach(tooLate(timeoutMs)), timeoutMs);
  if (signal?.aborted) reach(calledOff(signal.reason));
  const stopListening = onAbort(signal, reason => reach(calledOff(reason)));
  return {
    watch(onReached) {
      if (reached === undefined) watchers.add(onReached);
      else onReached(reached);
      return () => watchers.delete(onReached);
    },
    stop() {
      clearTimeout(timer);
      stopListening();
    },
  };
}

function tooLate(timeoutMs: number): ToolmarkError {
  return serverError(
    'server.timeout',
    `The server did not answer within ${timeoutMs} ms. Raise the time-out if it is slow.`,
  );
}

/** A reason with a code of its own, such as the time-out of a larger work, stands. */
function calledOff(reason: unknown): ToolmarkError {
  return reason instanceof ToolmarkError ? reason : serverError('server.cancelled', 'The work was called off.', reason);
}
