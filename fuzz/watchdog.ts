import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MAX_INPUT_BYTES } from './mutate.ts';

const HEAD_BYTES = 8;

// Runs in its own thread, because the main thread is the one that hangs.
const WATCH = `
  const { parentPort, workerData: { memory, file, patienceMs } } = require('node:worker_threads');
  const fs = require('node:fs');
  const [head, bytes] = [new Int32Array(memory, 0, 2), new Uint8Array(memory, ${HEAD_BYTES})];
  let last = 0;
  setInterval(() => {
    const count = Atomics.load(head, 0);
    if (count === 0 || count !== last) return void (last = count);
    fs.mkdirSync(require('node:path').dirname(file), { recursive: true });
    fs.writeFileSync(file, bytes.slice(0, head[1]));
    fs.writeSync(2, '\\nAn input did not finish within ' + patienceMs / 1000 + ' s. It is saved as ' + file + '.\\n');
    process.kill(process.pid, 'SIGKILL');
  }, patienceMs);
  parentPort.postMessage('ready');
`;

/** Ends the process when one input never finishes, and saves that input. Resolves to the function to call before each input. */
export async function startWatchdog(file: string, patienceMs = 60_000): Promise<(input: Uint8Array) => void> {
  const memory = new SharedArrayBuffer(HEAD_BYTES + MAX_INPUT_BYTES);
  const [head, bytes] = [new Int32Array(memory, 0, 2), new Uint8Array(memory, HEAD_BYTES)];
  const worker = new Worker(WATCH, { eval: true, execArgv: [], workerData: { memory, file, patienceMs } });
  await once(worker, 'message');
  worker.unref();
  return input => {
    bytes.set(input);
    head[1] = input.length;
    Atomics.add(head, 0, 1);
  };
}
