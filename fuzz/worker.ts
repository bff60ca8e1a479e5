import { parentPort, workerData } from 'node:worker_threads';
import { type Failure, fuzz } from './fuzzer.ts';
import { NoteBoard } from './note-board.ts';
import { TARGETS } from './targets/index.ts';

/** What the thread is told to do. */
export interface Order {
  readonly target: string;
  readonly seed: number;
  readonly milliseconds: number;
}

/** What it reports for each order. */
export type Report =
  | { readonly target: string; readonly runs: number; readonly corpus: number; readonly blocks: number }
  | { readonly target: string; readonly failure: Failure };

const { orders, board: shared } = workerData as { orders: readonly Order[]; board: SharedArrayBuffer };
const board = new NoteBoard(shared);

for (const { target: name, seed, milliseconds } of orders) {
  const target = TARGETS.find(one => one.name === name);
  if (target === undefined) throw new Error(`There is no target ${name}.`);
  const end = Date.now() + milliseconds;
  const announce = (input: Uint8Array): void => board.write(name, input);
  const { failures, ...figures } = await fuzz(target, { seed, goOn: () => Date.now() < end, announce });
  for (const failure of failures) report({ target: name, failure });
  report({ target: name, ...figures });
}

function report(message: Report): void {
  parentPort?.postMessage(message);
}
