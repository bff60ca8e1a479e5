/** Calls back once when the signal is raised; returns how to stop waiting for it. */
export function onAbort(signal: AbortSignal | undefined, callBack: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {};
  // A signal of its own for each: Node warns of a leak when many listen to one.
  const own = AbortSignal.any([signal]);
  const listener = (): void => callBack(own.reason);
  own.addEventListener('abort', listener, { once: true });
  return () => own.removeEventListener('abort', listener);
}
