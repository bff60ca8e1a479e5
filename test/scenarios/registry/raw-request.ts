import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly text: string;
  /** Sent before the server closed the connection or answered. */
  readonly sent: number;
}

/** Sends text as it is, piece after piece until the server answers or hangs up; then sends no more and waits until it has hung up. */
export async function rawRequest(url: string, head: string, pieces: Iterable<string> = []): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  let sent = 0;
  socket.on('data', chunk => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  const ended = new Promise<void>(resolve => socket.once('close', () => resolve()));
  socket.write(head);
  for (const piece of pieces) {
    if (text !== '' || socket.destroyed) break;
    sent += piece.length;
    await new Promise<void>(resolve => socket.write(piece, () => resolve()));
    await new Promise(resolve => setImmediate(resolve));
  }
  if (text !== '') socket.end();
  await ended;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, sent };
}
