import { parentPort, workerData } from 'node:worker_threads';
import { ToolmarkError, type TrustMaterial } from '@toolmark/core';
import { DocumentInspector } from './document-inspector.ts';
import type { Inspected, ToInspect } from './inspector.ts';

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

parentPort?.on('message', async ({ id, document }: Question) => {
  parentPort?.postMessage({ id, ...(await inspect(document)) });
});

async function inspect(document: ToInspect) {
  try {
    return { inspected: await inspector.inspect(document) };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) return { fault: error };
    const { code, message, findings } = error;
    return { refusal: { code, message, findings } };
  }
}
