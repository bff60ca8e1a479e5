import { expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../../packages/core/src/index.ts';
import type { Revision } from '../../packages/mcp/src/proxy/decide/messages.ts';
import { refusalOf, refusalOfAnswer } from './hostile/allowed.ts';
import { FORGED, type HostileMessage } from './hostile/hostile-message.ts';
import { hostileMessages, REVISIONS } from './hostile/hostile-messages.ts';
import { type Played, playAll } from './hostile/play.ts';
import type { Transport } from './hostile/recording-server.ts';
import { openDirectly, openGuarded, type Stage } from './hostile/stage.ts';

const MATRIX = (['stdio', 'http'] as const).flatMap(transport =>
  REVISIONS.map(revision => [transport, revision] as const),
);

/** Hundreds of messages, one after the other, on a machine that may be busy. */
const PATIENT_MS = 600_000;

test('there are at least 200 different hostile messages, of both directions, all kinds and both revisions', () => {
  const messages = REVISIONS.flatMap(hostileMessages);
  expect(new Set(messages.map(message => JSON.stringify(message))).size).toBeGreaterThanOrEqual(200);
  const groups = new Set(messages.map(({ from, kind, revision }) => `${from} ${kind} ${revision}`));
  expect(groups.size).toBe(12);
  expect(messages.filter(message => !JSON.stringify(message.body).includes(FORGED))).toEqual([]);
});

test('every hostile message arrives without the guard', { timeout: PATIENT_MS }, async () => {
  const lost = await playMatrix(openDirectly, (message, played) =>
    arrivedAt(message, played).includes(FORGED) ? [] : ['it did not arrive'],
  );
  expect(lost).toEqual([]);
});

test('with the guard only what the table allows arrives, and everything else is refused and logged', {
  timeout: PATIENT_MS,
}, async () => {
  expect(await playMatrix(openGuarded, problemsOf)).toEqual([]);
});

/** Sends every message over both transports, and gives back what is wrong with what came of them. */
async function playMatrix(open: typeof openGuarded, judge: typeof problemsOf): Promise<string[]> {
  const problems = MATRIX.map(async ([transport, revision]) => {
    const played = await playBatches(transport, revision, open);
    expect(played.size).toBe(hostileMessages(revision).length);
    return [...played].flatMap(([message, result]) =>
      judge(message, result).map(problem => `${transport} ${revision} ${nameOf(message)}: ${problem}`),
    );
  });
  return (await Promise.all(problems)).flat();
}

async function playBatches(
  transport: Transport,
  revision: Revision,
  open: typeof openGuarded,
): Promise<Map<HostileMessage, Played>> {
  const played = new Map<HostileMessage, Played>();
  for (const batch of batchesOf(hostileMessages(revision))) {
    const stage: Stage = await open({ transport, revision, capabilities: batch[0]?.capabilities ?? {} });
    try {
      for (const [message, result] of await playAll(stage, batch)) played.set(message, result);
    } finally {
      await stage.close();
    }
  }
  return played;
}

/** The log names a thing once, so no session gets two messages of one method. */
function batchesOf(messages: readonly HostileMessage[]): HostileMessage[][] {
  const batches: HostileMessage[][] = [];
  const capabilitiesOf = ({ capabilities = {} }: HostileMessage): string => JSON.stringify(capabilities);
  for (const message of messages) {
    const fits = (batch: HostileMessage[]): boolean =>
      batch.every(other => other.method !== message.method && capabilitiesOf(other) === capabilitiesOf(message));
    const batch = batches.find(fits);
    if (batch === undefined) batches.push([message]);
    else batch.push(message);
  }
  return batches;
}

function problemsOf(message: HostileMessage, played: Played): string[] {
  const { from, method, revision, logged = method === '' && message.kind === 'answer' ? 'answer' : method } = message;
  const arrived = arrivedAt(message, played).includes(FORGED) ? ['it arrived'] : [];
  const unsent = from === 'server' && !JSON.stringify(played.sent).includes(FORGED) ? ['it was not sent'] : [];
  const isNamed = played.log.some(entry => entry === logged || entry.startsWith(`${logged} `));
  const unlogged = isNamed ? [] : [`the log has only ${JSON.stringify(played.log)}`];
  const answer = message.kind === 'request' && !isRefused(message, played) ? ['its sender got no refusal'] : [];
  const foreign = [
    ...played.atServer.map(one => refusalOf('client', revision, one)),
    ...played.atClient.map(one => refusalOf('server', revision, one)),
    message.kind === 'answer' && from === 'server' && method !== ''
      ? refusalOfAnswer('server', revision, method, played.answer ?? {})
      : undefined,
  ].filter(problem => problem !== undefined);
  return [...unsent, ...arrived, ...unlogged, ...answer, ...foreign];
}

/** A request that did not go on got an error, or a result that says that it was refused. */
function isRefused({ from, method }: HostileMessage, { answer, atClient, atServer }: Played): boolean {
  const others = from === 'client' ? atServer : atClient;
  const wentOn = others.some(other => other.method === method);
  const { error, result } = answer ?? {};
  return wentOn || error !== undefined || (isJsonObject(result) && result.isError === true);
}

/** The text of everything that arrived at the other side. */
function arrivedAt({ from }: HostileMessage, { atClient, atServer }: Played): string {
  const arrived: readonly JsonObject[] = from === 'client' ? atServer : atClient;
  return JSON.stringify(arrived);
}

function nameOf({ from, kind, method, body }: HostileMessage): string {
  return `${from} ${kind} ${JSON.stringify(method)} ${JSON.stringify(body)}`;
}
