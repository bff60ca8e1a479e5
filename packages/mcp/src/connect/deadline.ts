import { ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';

/** A timeout that an AbortSignal can trigger early. */
export interface Deadline {
  /** Calls back once when the deadline is reached, immediately if it has passed. Returns how to stop watching. */
  watch(onReached: (error: ToolmarkError) => void): () => void;
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
  const timer = setTimeout(() => reach(timedOut(timeoutMs)), timeoutMs);
  if (signal?.aborted) reach(cancelled(signal.reason));
  const stopListening = onAbort(signal, reason => reach(cancelled(reason)));
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

/** Calls back once when the signal is aborted. Returns how to stop listening. */
export function onAbort(signal: AbortSignal | undefined, callBack: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {};
  // One derived signal per listener: Node warns of a leak when many listen to one signal.
  const own = AbortSignal.any([signal]);
  const listener = (): void => callBack(own.reason);
  own.addEventListener('abort', listener, { once: true });
  return () => own.removeEventListener('abort', listener);
}

function timedOut(timeoutMs: number): ToolmarkError {
  const message = `The server did not respond within ${timeoutMs} ms. Increase the timeout if the server is slow.`;
  return serverError('server.timeout', message);
}

/** Keeps a reason that has its own code, such as an outer timeout. */
function cancelled(reason: unknown): ToolmarkError {
  return reason instanceof ToolmarkError
    ? reason
    : serverError('server.cancelled', 'The request was cancelled.', reason);
}
