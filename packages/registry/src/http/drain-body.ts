import type { IncomingMessage, ServerResponse } from 'node:http';

export interface DrainLimits {
  readonly maxMs: number;
  /** A client that sends nothing for this long has stopped sending and can read. */
  readonly idleMs: number;
}

/** The most that is read of a body after its answer. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the rest of a body, within limits, when the answer came first, as with 413 and 401. Closing the connection while the
 * client still sends would reset it, and the client could lose the answer. Node closes it after `Connection: close`, so the
 * connection is kept here and closed after the body.
 */
export function drainBody(incoming: IncomingMessage, outgoing: ServerResponse, limits: DrainLimits): void {
  if (!announcesBody(incoming)) return;
  const isLast = !outgoing.shouldKeepAlive;
  outgoing.shouldKeepAlive = true;
  outgoing.once('finish', () => {
    if (!incoming.complete) drain(incoming, limits, isLast);
    else if (isLast) hangUp(incoming);
  });
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function drain(incoming: IncomingMessage, { maxMs, idleMs }: DrainLimits, isLast: boolean): void {
  let size = 0;
  const stop = (): void => {
    clearTimeout(whole);
    clearTimeout(idle);
    incoming.off('data', count);
  };
  const giveUp = (): void => {
    stop();
    hangUp(incoming);
  };
  const count = (chunk: Buffer): void => {
    size += chunk.length;
    idle.refresh();
    if (size > MAX_BYTES) giveUp();
  };
  const whole = setTimeout(giveUp, maxMs);
  const idle = setTimeout(giveUp, idleMs);
  incoming.on('data', count);
  incoming.once('end', isLast ? giveUp : stop);
  incoming.once('close', stop);
  incoming.on('error', () => {});
  incoming.resume();
}

function hangUp({ socket }: IncomingMessage): void {
  socket.destroySoon();
}
