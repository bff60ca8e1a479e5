import { Worker } from 'node:worker_threads';
import { ToolmarkError, type TrustMaterial } from '@toolmark/core';
import type { Answer, Question } from './inspecting-worker.ts';
import type { Inspected, Inspector, ToInspect } from './inspector.ts';

interface Waiting {
  readonly resolve: (inspected: Inspected) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Inspects in a thread of its own, so that nobody who reads waits for a document that somebody publishes, and one document
 * is inspected while another is written. The thread starts with the first document. When it ends by itself, those who wait
 * are told, and the next document starts another.
 */
export class InspectingThread implements Inspector {
  readonly #trust: TrustMaterial;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;
  #questions: Question[] = [];

  /** Whom to trust whoever publishes. */
  constructor(trust: TrustMaterial) {
    this.#trust = trust;
  }

  inspect(document: ToInspect): Promise<Inspected> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked;
      this.#waiting.set(id, { resolve, reject });
      // A copy that goes with the question: the buffer behind the bytes may hold much more than them.
      this.#questions.push({ id, document: { ...document, bytes: new Uint8Array(document.bytes) } });
      // What comes in one turn goes together: to wake a thread takes nearly as long as to read a document.
      if (this.#questions.length === 1) process.nextTick(() => this.#post());
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #post(): void {
    const questions = this.#questions.splice(0);
    try {
      const worker = this.#started();
      worker.ref();
      worker.postMessage(
        questions,
        questions.map(({ document }) => document.bytes.buffer as ArrayBuffer),
      );
    } catch (error) {
      // Where there is no room for a thread, the registry goes on: nobody else would catch it here.
      this.#end(error);
    }
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./inspecting-worker.js', import.meta.url), {
      workerData: this.#trust,
      // What the process was started with is for the process: hooks, profiles, conditions.
      execArgv: [],
    });
    let cause: unknown;
    worker.on('message', (answers: readonly Answer[]) => this.#take(worker, answers));
    worker.on('error', error => {
      cause = error;
    });
    worker.on('exit', () => this.#end(cause));
    this.#worker = worker;
    return worker;
  }

  #take(worker: Worker, answers: readonly Answer[]): void {
    for (const answer of answers) {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('inspected' in answer) waiting?.resolve(answer.inspected);
      else waiting?.reject(errorOf(answer));
    }
    // A thread that waits for documents keeps no process alive.
    if (this.#waiting.size === 0) worker.unref();
  }

  #end(cause: unknown): void {
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error('the thread that inspects documents has ended', { cause }));
  }
}

/** Errors lose their class on the way between threads. */
function errorOf(answer: Exclude<Answer, { inspected: unknown }>): Error {
  if ('fault' in answer) return new Error('a document could not be inspected', { cause: answer.fault });
  const { code, message, findings } = answer.refusal;
  return new ToolmarkError(code, message, { findings });
}
