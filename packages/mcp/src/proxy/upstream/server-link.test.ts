import { afterEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../connect/limits.ts';
import { strictFetch } from '../../connect/strict-fetch.ts';
import { ServerLink } from './server-link.ts';

const EVENT = new TextEncoder().encode('data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n');
const REQUEST = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"tools/call"}' };

let link: ServerLink;
afterEach(() => link.close());

const MANY = 1_000;

/** An HTTP server that streams many events, and how often its stream was pulled. */
async function flooded(onMessage: () => void): Promise<{ asked: () => number; ended: Promise<void> }> {
  let asked = 0;
  link = new ServerLink({
    source: { kind: 'http', url: 'http://127.0.0.1/mcp', headers: {} },
    env: {},
    maxBytes: DEFAULT_LIMITS.maxBytes,
    onMessage,
    onFailure: () => {},
    onStderr: () => {},
    onNoise: () => {},
  });
  const pull = (controller: ReadableStreamDefaultController): void => {
    asked++;
    controller.enqueue(EVENT);
    if (asked === MANY || link.failure !== undefined) controller.close();
  };
  const headers = { 'content-type': 'text/event-stream' };
  const fetcher = strictFetch(async () => new Response(new ReadableStream({ pull }), { headers }), link, 1_000);
  const response = await fetcher('http://127.0.0.1/mcp', REQUEST);
  return { asked: () => asked, ended: response.text().then(() => {}) };
}

/** Lets everything that is not paused run. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await new Promise(resolve => setImmediate(resolve));
}

test('stops reading from an HTTP server while the client does not read', async () => {
  let heard = 0;
  const { asked, ended } = await flooded(() => {
    heard++;
    if (heard % 5 === 0) link.setPaused(true);
  });
  await manyTurns();
  expect(heard).toBe(5);
  expect(asked()).toBeLessThan(10);
  link.setPaused(false);
  await manyTurns();
  expect(heard).toBe(10);
  expect(asked()).toBeLessThan(15);
  await link.close();
  await ended;
});
