import { expect, test } from 'vitest';
import { type JsonObject, signDocument } from '../../../packages/core/src/index.ts';
// As it is published: sources have no file that a thread could start with.
import { createInspector } from '../../../packages/registry/dist/index.js';
import { DocumentInspector } from '../../../packages/registry/src/publishing/document-inspector.ts';
import type { Inspector, ToInspect } from '../../../packages/registry/src/publishing/inspector.ts';
import { sampleDocument } from '../../document.ts';
import { issue } from '../../pki.ts';

const now = new Date('2026-11-01T00:00:00Z');
const ada = await issue({ name: 'CN=ada' });
const trust = { pins: [ada.certificate] };

test('inspecting a document in a thread gives the same result as in the process', async () => {
  const [there, here] = [createInspector(trust), new DocumentInspector(trust)];
  const signed = signDocument(bytesOf(sampleDocument()), ada, { now });
  const table = [signed, bytesOf(sampleDocument()), signed.subarray(0, 99), bytesOf({}), bytesOf({ name: 'a' })];
  const asked = table.flatMap(bytes => [toInspect(bytes), toInspect(bytes, 'optional')]);
  const answers = await Promise.all(asked.map(document => outcomeOf(there, document)));
  expect(answers).toEqual(await Promise.all(asked.map(document => outcomeOf(here, document))));
  expect(answers.map(answer => answer.code ?? answer.name)).toEqual([
    ...['search_invoices', 'search_invoices', 'publish.unsigned', 'search_invoices'],
    ...Array.from({ length: 6 }, () => expect.stringMatching(/^publish\.(invalid|not-a-document)$/)),
  ]);
  await there.close();
});

test('a thread that ends fails its documents, and the next document starts another', async () => {
  const inspector = createInspector(trust);
  const waiting = expect(inspector.inspect(toInspect(bytesOf(sampleDocument())))).rejects.toThrow(
    'the inspecting thread ended',
  );
  // In the next turn the thread has been asked.
  await new Promise(resolve => setImmediate(resolve));
  await inspector.close();
  await waiting;
  await expect(inspector.inspect(toInspect(bytesOf(sampleDocument()), 'optional'))).resolves.toMatchObject({
    name: 'search_invoices',
  });
  await inspector.close();
});

test('a thread that cannot start fails its documents, and the process continues', async () => {
  const inspector = createInspector({ pins: [(() => {}) as never] });
  await expect(inspector.inspect(toInspect(bytesOf(sampleDocument())))).rejects.toThrow('the inspecting thread ended');
});

test('while a thread inspects, the process does other things', async () => {
  const inspector = createInspector(trust);
  const { tool, ...rest } = sampleDocument();
  const large = { ...rest, tool: { ...(tool as JsonObject), description: 'Searches many invoices. '.repeat(20_000) } };
  let [turns, isInspected] = [0, false];
  const inspected = outcomeOf(inspector, toInspect(bytesOf(large), 'optional')).finally(() => {
    isInspected = true;
  });
  for (; !isInspected; turns++) await new Promise(resolve => setImmediate(resolve));
  expect((await inspected).code).toBe('publish.invalid');
  expect(turns).toBeGreaterThan(20);
  await inspector.close();
});

function bytesOf(document: JsonObject): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(document));
}

function toInspect(bytes: Uint8Array, signature: ToInspect['signature'] = 'required'): ToInspect {
  return { bytes, publisher: 'ada', certificates: [], signature, now };
}

/** What is said, or the error without what belongs to a thread. */
async function outcomeOf(inspector: Pick<Inspector, 'inspect'>, document: ToInspect) {
  try {
    return { ...(await inspector.inspect(document)), code: undefined };
  } catch (error) {
    const { code, message, findings } = error as Error & { code: string; findings: unknown };
    return { code, name: undefined, message, findings };
  }
}
