import { onAbort } from './deadline.ts';
import type { Prepare } from './server-source.ts';
import type { StdioSource } from './stdio-transport.ts';

/** The source as it is started this time. Nothing is started once the signal is aborted, even if the hook ignores it. */
export async function prepareSource(source: StdioSource, prepare: Prepare, signal: AbortSignal): Promise<StdioSource> {
  let stopListening = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stopListening = onAbort(signal, reject);
  });
  try {
    signal.throwIfAborted();
    const { command, args, env } = await Promise.race([prepare(signal), aborted]);
    signal.throwIfAborted();
    return { ...source, command, args, env: { ...source.env, ...env } };
  } finally {
    stopListening();
  }
}
