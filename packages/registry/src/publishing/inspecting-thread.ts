import { Worker } from 'node:worker_threads';
import { ToolmarkError, type TrustMaterial } from '@toolmark/core';
import type { Answer, Question } from './inspecting-worker.ts';
import type { Inspected, Inspector, ToInspect } from './inspector.ts';

interface Waiting {
  readonly resolve: (inspected: Inspected) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Inspects in a worker thread, so that readers never wait while a large document is inspected. The thread starts with the
 * first document. If it ends unexpectedly, waiting documents fail and the next one starts another thread.
 */
export class InspectingThread implements Inspector {
  readonly #trust: TrustMaterial;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** @param trust applies to every publisher. */
  constructor(trust: TrustMaterial) {
    this.#trust = trust;
  }

  inspect(document: ToInspect): Promise<Inspected> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      // A copy: the buffer behind the bytes may hold much more than them.
      const bytes = new Uint8Array(document.bytes);
      this.#post({ id, document: { ...document, bytes } }, bytes.buffer);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #post(question: Question, buffer: ArrayBuffer): void {
    try {
      const worker = this.#started();
      worker.ref();
      worker.postMessage(question, [buffer]);
    } catch (error) {
      this.#end(error);
    }
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./inspecting-worker.js', import.meta.url), {
      workerData: this.#trust,
      // Options of the process, such as hooks and profiling, are not for the thread.
      execArgv: [],
    });
    let cause: unknown;
    worker.on('message', (answer: Answer) => this.#take(worker, answer));
    worker.on('error', error => {
      cause = error;
    });
    worker.on('exit', () => this.#end(cause));
    this.#worker = worker;
    return worker;
  }

  #take(worker: Worker, answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('inspected' in answer) waiting?.resolve(answer.inspected);
    else waiting?.reject(errorOf(answer));
    // An idle thread must not keep the process alive.
    if (this.#waiting.size === 0) worker.unref();
  }

  #end(cause: unknown): void {
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error('the inspecting thread ended', { cause }));
  }
}

/** Errors lose their class between threads. */
function errorOf(answer: Exclude<Answer, { inspected: unknown }>): Error {
  if ('fault' in answer) return new Error('a document could not be inspected', { cause: answer.fault });
  const { code, message, findings } = answer.refusal;
  return new ToolmarkError(code, message, { findings });
}
