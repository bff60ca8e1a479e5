import { type Connection, type ConnectOptions, DEFAULT_TIMEOUT_MS } from './connection.ts';
import { startDeadline } from './deadline.ts';
import { AskOtherwise, Opening } from './opening.ts';
import type { ServerSource } from './server-source.ts';

/** Opens a session with a server, or throws one of CONNECT_CODES; a child that was started is gone again in that case. */
export async function connect(source: ServerSource, options: ConnectOptions = {}): Promise<Connection> {
  const deadline = startDeadline(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
  try {
    return await new Opening(source, options, deadline).open(options.protocol ?? 'auto');
  } catch (error) {
    if (!(error instanceof AskOtherwise)) throw error;
    return await new Opening(source, options, deadline).open(error.protocol);
  } finally {
    deadline.stop();
  }
}
