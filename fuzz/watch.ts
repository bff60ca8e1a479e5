import { Worker } from 'node:worker_threads';
import { type Note, NoteBoard } from './note-board.ts';
import type { Order, Report } from './worker.ts';

/** An input that did not end, with the thread that was stopped for it. */
export interface Hang {
  readonly target: string;
  readonly input: Uint8Array;
}

/** Long enough for any input on a machine that does other things too. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 500;

interface WatchOptions {
  readonly patienceMs: number;
  /** What the thread runs. */
  readonly module: string;
}

/** Gives orders to a thread, and to another one when that hangs or breaks down, until all are done. */
export async function watch(
  orders: readonly Order[],
  onReport: (report: Report) => void,
  { patienceMs = PATIENCE_MS, module = WORKER }: Partial<WatchOptions> = {},
): Promise<Hang[]> {
  const hangs: Hang[] = [];
  let left = orders;
  while (left.length > 0) {
    const done = new Set<string>();
    const stuck = await runOnce(left, { patienceMs, module }, report => {
      if (!('failure' in report)) done.add(report.target);
      onReport(report);
    });
    if (stuck !== undefined) hangs.push({ target: stuck.target, input: stuck.input });
    left = left.filter(({ target }) => !done.has(target) && target !== stuck?.target);
    if (stuck === undefined && left.length > 0) throw new Error('The thread ended before its work was done.');
  }
  return hangs;
}

const WORKER = new URL('./worker.ts', import.meta.url).href;
// A thread does not inherit the loader of TypeScript.
const START = `
  const { workerData } = require('node:worker_threads');
  import('tsx/esm/api').then(({ register }) => {
    register();
    return import(workerData.module);
  });
`;

/** What the thread was at when it had to be stopped, or undefined when it came to its end. */
function runOnce(
  orders: readonly Order[],
  { patienceMs, module }: WatchOptions,
  onReport: (report: Report) => void,
): Promise<Note | undefined> {
  const memory = new SharedArrayBuffer(NoteBoard.bytes);
  const board = new NoteBoard(memory);
  const worker = new Worker(START, { eval: true, workerData: { orders, board: memory, module } });
  worker.on('message', onReport);
  return new Promise((resolve, reject) => {
    let last = { number: 0, at: Date.now() };
    const timer = setInterval(() => {
      const note = board.read();
      if (note.number !== last.number || note.number === 0) last = { number: note.number, at: Date.now() };
      if (Date.now() - last.at < patienceMs) return;
      finish(note);
      void worker.terminate();
    }, LOOK_MS);
    const finish = (stuck?: Note): void => {
      clearInterval(timer);
      resolve(stuck);
    };
    worker.once('error', error => {
      const note = board.read();
      // Memory that runs out is as good as a hang. Before the first input it is a mistake of ours.
      if (note.number > 0 && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') finish(note);
      else reject(error);
      clearInterval(timer);
    });
    worker.once('exit', () => finish());
  });
}
