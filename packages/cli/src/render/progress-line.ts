import { inert } from '@toolmark/core';
import type { NamedServer, Progress } from '@toolmark/mcp';
import type { Io } from '../io.ts';

/** One line on a terminal: how many servers have answered, and which ones have not. Prints nothing elsewhere. */
export interface ProgressLine {
  show(progress: Progress): void;
  clear(): void;
}

export function progressLine(servers: readonly NamedServer[], io: Pick<Io, 'stderr' | 'hasProgress'>): ProgressLine {
  if (!io.hasProgress) return { show: () => undefined, clear: () => undefined };
  const waiting = new Set<NamedServer>();
  let done = 0;
  const show = ({ server, state }: Progress): void => {
    const isDone = state === 'done' || state === 'failed';
    if (isDone && waiting.delete(server)) done++;
    if (!isDone) waiting.add(server);
    io.stderr(`${CLEAR}${textOf(done, servers.length, [...waiting])}`);
  };
  return { show, clear: () => io.stderr(CLEAR) };
}

const CLEAR = '\r\u001b[K';

/** Short enough for one line of 80 columns, so that clearing it leaves nothing behind. */
const MAX_NAMES = 40;

function textOf(done: number, total: number, waiting: readonly NamedServer[]): string {
  const count = `${done} of ${total} ${total === 1 ? 'server' : 'servers'}`;
  const names = inert(waiting.map(({ key }) => key).join(', '));
  if (names === '') return count;
  return `${count}; waiting for ${names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES - 1)}…` : names}`;
}
