import { parentPort, workerData } from 'node:worker_threads';
import { ToolmarkError, type TrustMaterial } from '@toolmark/core';
import { DocumentInspector } from './document-inspector.ts';
import type { Inspected, ToInspect } from './inspector.ts';

/** What the thread is asked, and what it answers. */
export interface Question {
  readonly id: number;
  readonly document: ToInspect;
}

export type Answer = { readonly id: number } & (
  | { readonly inspected: Inspected }
  | { readonly refusal: Pick<ToolmarkError, 'code' | 'message' | 'findings'> }
  | { readonly fault: unknown }
);

const inspector = new DocumentInspector(workerData as TrustMaterial);

/**
 * Answers go together, because those that come together share a transaction, and its cost; half as many as one takes, so that
 * one half is inspected while the other is written.
 */
const TOGETHER = 16;

parentPort?.on('message', async (questions: readonly Question[]) => {
  for (let first = 0; first < questions.length; first += TOGETHER) {
    const answers: Answer[] = [];
    for (const { id, document } of questions.slice(first, first + TOGETHER)) {
      answers.push({ id, ...(await answerTo(document)) });
    }
    parentPort?.postMessage(answers);
  }
});

async function answerTo(document: ToInspect) {
  try {
    return { inspected: await inspector.inspect(document) };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) return { fault: error };
    const { code, message, findings } = error;
    return { refusal: { code, message, findings } };
  }
}
