import type { JsonObject } from '../../../packages/core/src/index.ts';
import type { HostileMessage } from './hostile-message.ts';
import type { Stage } from './stage.ts';

/** What came of one hostile message. */
export interface Played {
  /** What its sender got as an answer, where it was a request. */
  readonly answer: JsonObject | undefined;
  readonly atClient: readonly JsonObject[];
  readonly atServer: readonly JsonObject[];
  /** What the server sent. */
  readonly sent: readonly JsonObject[];
  readonly log: readonly string[];
}

const INITIALIZATIONS = ['initialize', 'server/discover'];
const CALL: JsonObject = { name: 'echo', arguments: {} };

/** Begins the session, with a hostile initialize result if there is one, and sends the messages one after the other. */
export async function playAll(stage: Stage, messages: readonly HostileMessage[]): Promise<Map<HostileMessage, Played>> {
  const played = new Map<HostileMessage, Played>();
  const isInitialization = ({ from, kind, method }: HostileMessage): boolean =>
    from === 'server' && kind === 'answer' && INITIALIZATIONS.includes(method);
  const result = messages.find(isInitialization);
  const initialize = async (): Promise<JsonObject> => {
    if (result !== undefined) stage.server.answers.set(result.method, result.body);
    const answer = await stage.client.initialize();
    stage.server.answers.clear();
    return answer;
  };
  const initialized = await observe(stage, initialize);
  if (result !== undefined) played.set(result, initialized);
  for (const message of messages.filter(message => !isInitialization(message))) {
    played.set(message, await observe(stage, () => send(stage, message)));
  }
  return played;
}

/** All that arrives and is written down from the sending to the answer of a later call, by which everything before is done. */
async function observe(stage: Stage, act: () => Promise<JsonObject | undefined>): Promise<Played> {
  const { client, server, log } = stage;
  const [clientFrom, serverFrom, logFrom] = [client.received.length, server.received.length, log.length];
  const sentFrom = server.sent.length;
  const answer = await act();
  await client.request('tools/call', CALL);
  return {
    answer,
    atClient: client.received.slice(clientFrom),
    atServer: server.received.slice(serverFrom),
    sent: server.sent.slice(sentFrom),
    log: log.slice(logFrom),
  };
}

function send(stage: Stage, message: HostileMessage): Promise<JsonObject | undefined> {
  return message.from === 'client' ? sendFromClient(stage, message) : sendFromServer(stage, message);
}

async function sendFromClient(stage: Stage, message: HostileMessage): Promise<JsonObject | undefined> {
  const { client, server } = stage;
  const { kind, method, body, asked } = message;
  if (kind === 'request') return client.request(method, body);
  if (kind === 'notification') await client.notify(method, body);
  else if (method === '') await client.send({ jsonrpc: '2.0', id: UNUSED_ID, ...body });
  else {
    client.nextAnswer = body;
    server.aside = { jsonrpc: '2.0', id: 'asked', method, params: asked ?? {} };
    await client.request('tools/call', CALL);
  }
  return undefined;
}

async function sendFromServer(stage: Stage, message: HostileMessage): Promise<JsonObject | undefined> {
  const { client, server } = stage;
  const { kind, method, body, asked } = message;
  if (kind === 'answer' && method !== '') {
    server.answers.set(method, body);
    const answer = await client.request(method, asked ?? {});
    server.answers.clear();
    // What the list showed last counts, so it is shown once more as it should be.
    if (method.endsWith('/list')) await client.request(method, {});
    return answer;
  }
  const content = kind === 'answer' ? { id: UNUSED_ID, ...body } : { method, params: body };
  const id = kind === 'request' ? { id: `asked ${server.received.length}` } : {};
  server.aside = { jsonrpc: '2.0', ...id, ...content };
  await client.request('tools/call', CALL);
  return kind === 'request' ? server.received.find(received => received.id === id.id) : undefined;
}

/** No request has this id. */
const UNUSED_ID = 4711;
