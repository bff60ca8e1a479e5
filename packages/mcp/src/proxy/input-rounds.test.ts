import { type JsonObject, sha256 } from '@toolmark/core';
import { afterEach, describe, expect, test } from 'vitest';
import { codeOf, guardMail, type Stage, type Wire } from './guarded-mail.ts';
import { InputRounds } from './input-rounds.ts';

const MAIL = { to: 'you' };
const YES = { action: 'accept', content: { approve: true } } as const;
const NO = { action: 'decline' } as const;
const MODERN = { mode: { pin: '2026-07-28' } };
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};
const OURS = 'toolmark.approval';

let stage: Stage | undefined;
function opened(...given: Parameters<typeof guardMail>): Stage {
  stage = guardMail(...given);
  return stage;
}
afterEach(() => stage?.guard.close());

const call = (wire: Wire, params: JsonObject): Promise<JsonObject> =>
  wire.request('tools/call', { _meta: META, name: 'send', arguments: MAIL, ...params });

async function sent(wire: Wire): Promise<JsonObject[]> {
  const { content } = await call(wire, { name: 'sent', arguments: {} });
  const got = JSON.parse((content as unknown as { text: string }[])[0]?.text ?? '');
  return got.map(({ _meta: _, ...params }: JsonObject) => params);
}

const asksUs = (result: JsonObject): boolean =>
  result.resultType === 'input_required' && Object.hasOwn(result.inputRequests as JsonObject, OURS);
const answer = (response: JsonObject): JsonObject => ({ inputResponses: { [OURS]: response } });
const stateOf = ({ requestState }: JsonObject): JsonObject => ({ requestState: requestState ?? null });

/** The server wants a PIN first, and says whose it is when it has one. */
const wantsPin = (state: string): string => `
  answerSend = (id, { inputResponses, requestState }) => {
    if (inputResponses?.pin) return text(id, 'sent with ' + inputResponses.pin.content.pin + ' and ' + requestState);
    reply(id, JSON.stringify({ resultType: 'input_required', ${state} inputRequests: { pin: { method: 'elicitation/create',
      params: { message: 'Your PIN?', requestedSchema: { type: 'object', properties: { pin: { type: 'string' } } } } } } }));
  };`;
const PIN = { inputResponses: { pin: { action: 'accept', content: { pin: '1234' } } } };

describe('a client of 2026, made with the SDK', () => {
  test.each([
    ['a yes lets the call pass', YES, undefined, 1],
    ['a no in the form refuses it', { action: 'accept', content: { approve: false } }, 'guard.refused', 0],
    ['a decline refuses it', NO, 'guard.refused', 0],
    ['a closed window refuses it', { action: 'cancel' }, 'guard.refused', 0],
  ] as const)('asks its person and calls again: %s', async (_, given, code, passed) => {
    const { connect, records } = opened();
    const client = await connect({ capabilities: { elicitation: {} }, versionNegotiation: MODERN });
    const shown: string[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      shown.push(params.message);
      return { ...given };
    });
    const result = await client.callTool({ name: 'send', arguments: MAIL });
    expect(codeOf(result)).toBe(code);
    expect(shown).toEqual([expect.stringContaining('Arguments: {\n  "to": "you"\n}')]);
    expect(records).toMatchObject([
      { decision: 'deny', code: 'guard.ask' },
      passed === 1
        ? { decision: 'allow', code: 'guard.ask', approval: { answer: 'allow', by: 'client' } }
        : { decision: 'deny', code: 'guard.refused' },
    ]);
    expect(await client.callTool({ name: 'sent' })).toMatchObject({
      content: [{ text: passed === 1 ? expect.stringMatching(/^\[\{"/) : '[]' }],
    });
  });

  test.each([
    ['with a state of its own', `requestState: 'mine',`, 'sent with 1234 and mine'],
    ['without a state', '', 'sent with 1234 and undefined'],
  ])(
    'a server that wants something in the midst of an approved call gets it, %s, and the person is asked once',
    async (_, state, text) => {
      const client = await opened({}, wantsPin(state)).connect({
        capabilities: { elicitation: {} },
        versionNegotiation: MODERN,
      });
      const shown: string[] = [];
      client.setRequestHandler('elicitation/create', ({ params }) => {
        shown.push(params.message);
        return params.message === 'Your PIN?' ? { action: 'accept', content: { pin: '1234' } } : YES;
      });
      expect(await client.callTool({ name: 'send', arguments: MAIL })).toMatchObject({ content: [{ text }] });
      expect(shown).toEqual([expect.stringContaining('Allow the call'), 'Your PIN?']);
    },
  );

  test('a tool that changes while the person thinks is refused in spite of a yes', async () => {
    const client = await opened().connect({ capabilities: { elicitation: {} }, versionNegotiation: MODERN });
    client.setRequestHandler('elicitation/create', async () => {
      await client.callTool({ name: 'turn', arguments: { how: 'silently' } });
      return YES;
    });
    expect(codeOf(await client.callTool({ name: 'send', arguments: MAIL }))).toBe('guard.drifted');
  });

  test('without elicitation the page is asked, and what the server wants later is no new question', async () => {
    let asked = 0;
    const ask = async () => {
      asked++;
      return 'yes' as const;
    };
    const wantsRoots = `answerSend = (id, { inputResponses }) => inputResponses?.roots
      ? text(id, 'sent with ' + inputResponses.roots.roots.length)
      : reply(id, '{"resultType":"input_required","inputRequests":{"roots":{"method":"roots/list"}}}');`;
    const { connect, records } = opened({ approver: { name: 'page', ask } }, wantsRoots);
    const client = await connect({
      capabilities: { roots: {} },
      versionNegotiation: MODERN,
      inputRequired: { autoFulfill: false },
    });
    const first = await client.callTool({ name: 'send', arguments: MAIL }, { allowInputRequired: true });
    const { requestState } = first as unknown as { requestState: string };
    const again = { name: 'send', arguments: MAIL, requestState, inputResponses: { roots: { roots: [] } } };
    expect(await client.callTool(again)).toMatchObject({ content: [{ text: 'sent with 0' }] });
    expect([asked, records.map(({ approval }) => approval?.by)]).toEqual([1, ['page', 'page']]);
  });
});

describe('an approval in rounds', () => {
  test('none of our members reach the server', async () => {
    const wire = opened().wire();
    const question = await call(wire, {});
    expect(asksUs(question)).toBe(true);
    expect(String(question.requestState)).toMatch(/^toolmark-[\w-]{12}\.[\w-]{32}$/);
    expect(await call(wire, { ...answer(YES), ...stateOf(question) })).toMatchObject({ content: [{ text: 'done' }] });
    expect(await sent(wire)).toEqual([{ name: 'send', arguments: MAIL }]);
  });

  test.each<[string, JsonObject]>([
    ['other arguments', { arguments: { to: 'you', n: 1 } }],
    ['one number changed', { arguments: { to: 'you', n: 2 } }],
    ['fewer arguments', { arguments: {} }],
    ['another tool', { name: 'send_twice' }],
  ])('[guard.approval-bound] is void for %s: the person is asked again', async (_, changed) => {
    const wire = opened().wire();
    const question = await call(wire, {});
    const second = await call(wire, { ...answer(YES), ...stateOf(question), ...changed });
    expect(asksUs(second)).toBe(true);
    // And with the first question it is over.
    expect(asksUs(await call(wire, { ...answer(YES), ...stateOf(question) }))).toBe(true);
    expect(await sent(wire)).toEqual([]);
  });

  test('holds whatever the order of keys', async () => {
    const wire = opened().wire();
    const question = await call(wire, { arguments: { to: 'you', n: 1 } });
    const again = await call(wire, { ...answer(YES), ...stateOf(question), arguments: { n: 1, to: 'you' } });
    expect(again).toMatchObject({ content: [{ text: 'done' }] });
  });

  test('is good once', async () => {
    const wire = opened().wire();
    const question = await call(wire, {});
    await call(wire, { ...answer(YES), ...stateOf(question) });
    expect(asksUs(await call(wire, { ...answer(YES), ...stateOf(question) }))).toBe(true);
    expect(await sent(wire)).toHaveLength(1);
  });

  test.each<[string, JsonObject]>([
    ['no response', {}],
    ['a response under another name', { inputResponses: { approve: YES } }],
    ['responses that are a list', { inputResponses: [YES] }],
    ['a response in an envelope', answer({ method: 'elicitation/create', result: YES })],
    ['a yes outside the form', answer({ action: 'accept', approve: true })],
  ])('%s is no', async (_, given) => {
    const wire = opened().wire();
    const question = await call(wire, {});
    expect(codeOf(await call(wire, { ...given, ...stateOf(question) }))).toBe('guard.refused');
    expect(await sent(wire)).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ['without a state', {}],
    ['with a state that nobody gave out', { requestState: 'toolmark-aaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }],
    ['with a number for a state', { requestState: 1 }],
  ])('a yes that nobody was asked for is a question, %s', async (_, state) => {
    const wire = opened().wire();
    expect(asksUs(await call(wire, { ...answer(YES), ...state }))).toBe(true);
    expect(await sent(wire)).toEqual([]);
  });

  test('expires', async () => {
    let now = 0;
    const wire = opened({ now: () => now, approveTimeoutMs: 1_000 }).wire();
    const question = await call(wire, {});
    now = 1_000;
    expect(asksUs(await call(wire, { ...answer(YES), ...stateOf(question) }))).toBe(true);
    expect(await sent(wire)).toEqual([]);
  });

  test('a client may come back on another connection', async () => {
    const { wire } = opened();
    const question = await call(wire(), {});
    expect(await call(wire(), { ...answer(YES), ...stateOf(question) })).toMatchObject({ content: [{ text: 'done' }] });
  });

  test('what is allowed in the end passes without our members', async () => {
    const wire = opened().wire();
    const question = await call(wire, {});
    await call(wire, { ...answer(YES), ...stateOf(question), arguments: { to: 'me' } });
    expect(await sent(wire)).toEqual([{ name: 'send', arguments: { to: 'me' } }]);
  });

  test('what a client sends to its server meanwhile reaches it untouched', async () => {
    const wire = opened().wire();
    const round = { inputResponses: { pin: NO, [OURS]: NO }, requestState: 'of the server' };
    const question = await call(wire, round);
    expect(asksUs(question)).toBe(true);
    await call(wire, { ...answer(YES), ...stateOf(question) });
    expect(await sent(wire)).toEqual([{ name: 'send', arguments: MAIL, ...round }]);
  });
});

test('a call that is too large to be kept is not asked about', () => {
  const rounds = new InputRounds(1_000, () => 0);
  const params = { inputResponses: { a: 'x'.repeat(17 * 1024 * 1024) } };
  expect(rounds.ask(sha256(''), {}, params)).toBeUndefined();
  expect(rounds.ask(sha256(''), {}, {})).toMatchObject({ resultType: 'input_required' });
});

describe('a server that wants something in the midst of an approved call', () => {
  const begin = async (wire: Wire): Promise<JsonObject> => {
    const question = await call(wire, {});
    return call(wire, { ...answer(YES), ...stateOf(question) });
  };

  test('has its words and its state delivered as they are', async () => {
    const wire = opened({}, wantsPin(`requestState: 'mine',`)).wire();
    expect(await begin(wire)).toMatchObject({ requestState: 'mine', inputRequests: { pin: {} } });
    await call(wire, { ...PIN, requestState: 'mine' });
    expect((await sent(wire))[1]).toEqual({ name: 'send', arguments: MAIL, ...PIN, requestState: 'mine' });
  });

  test.each<[string, JsonObject]>([
    ['other arguments', { arguments: { to: 'them' } }],
    ['another state', { requestState: 'other' }],
  ])('does not carry the approval over to %s', async (_, changed) => {
    const wire = opened({}, wantsPin(`requestState: 'mine',`)).wire();
    await begin(wire);
    const round = { ...PIN, requestState: 'mine', ...changed };
    const question = await call(wire, round);
    expect(asksUs(question)).toBe(true);
    expect(await sent(wire)).toHaveLength(1);
    // Once approved, the server gets what was meant for it.
    await call(wire, { ...round, ...answer(YES), ...stateOf(question) });
    expect((await sent(wire))[1]).toMatchObject(round);
  });

  test('is answered once for each approval', async () => {
    const wire = opened({}, wantsPin(`requestState: 'mine',`)).wire();
    await begin(wire);
    expect(await call(wire, { ...PIN, requestState: 'mine' })).toMatchObject({ resultType: 'complete' });
    expect(asksUs(await call(wire, { ...PIN, requestState: 'mine' }))).toBe(true);
  });

  test('may want more, again and again', async () => {
    const wire = opened({}, wantsPin(`requestState: 'mine',`)).wire();
    await begin(wire);
    for (let round = 0; round < 3; round++) {
      expect(await call(wire, { requestState: 'mine' })).toMatchObject({ inputRequests: { pin: {} } });
    }
    expect(await sent(wire)).toHaveLength(4);
  });

  test('that changes its tool meanwhile is not answered', async () => {
    const wire = opened({}, wantsPin(`requestState: 'mine',`)).wire();
    await begin(wire);
    await call(wire, { name: 'turn', arguments: { how: 'silently' } });
    expect(codeOf(await call(wire, { ...PIN, requestState: 'mine' }))).toBe('guard.drifted');
  });

  test('and that nobody was asked about, has its rounds to itself', async () => {
    const wire = opened({}, wantsPin('')).wire();
    const first = await call(wire, { arguments: { to: 'me' } });
    expect([first.inputRequests, first.requestState]).toEqual([{ pin: expect.anything() }, undefined]);
    expect(await call(wire, { arguments: { to: 'me' }, ...PIN })).toMatchObject({ resultType: 'complete' });
  });
});
