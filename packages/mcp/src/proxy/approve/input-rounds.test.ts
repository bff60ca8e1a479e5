import { type JsonObject, sha256 } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { codeOf, guardMail, type Wire } from '../../../../../test/fakes/guarded-mail.ts';
import { MODERN_META } from '../../../../../test/fakes/raw-client.ts';
import { InputRounds } from './input-rounds.ts';

const MAIL = { to: 'you' };
const YES = { action: 'accept', content: { approve: true } } as const;
const NO = { action: 'decline' } as const;
const MODERN = { mode: { pin: '2026-07-28' } };
const META = { ...MODERN_META, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
const OURS = 'toolmark.approval';

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

/** The server requests a PIN before it answers. */
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
  ] as const)('asks and repeats the call: %s', async (_, given, code, passed) => {
    const { connect, records } = guardMail();
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
    'a server that requests input during an approved call gets it, %s, and approval is asked once',
    async (_, state, text) => {
      const client = await guardMail({}, wantsPin(state)).connect({
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

  test('refuses a tool that changes before the yes', async () => {
    const client = await guardMail().connect({ capabilities: { elicitation: {} }, versionNegotiation: MODERN });
    client.setRequestHandler('elicitation/create', async () => {
      await client.callTool({ name: 'turn', arguments: { how: 'silently' } });
      return YES;
    });
    expect(codeOf(await client.callTool({ name: 'send', arguments: MAIL }))).toBe('guard.drifted');
  });

  test('without elicitation the approver is asked once, also when the server requests input later', async () => {
    let asked = 0;
    const ask = async () => {
      asked++;
      return 'yes' as const;
    };
    const wantsRoots = `answerSend = (id, { inputResponses }) => inputResponses?.roots
      ? text(id, 'sent with ' + inputResponses.roots.roots.length)
      : reply(id, '{"resultType":"input_required","inputRequests":{"roots":{"method":"roots/list"}}}');`;
    const { connect, records } = guardMail({ approver: { name: 'page', ask } }, wantsRoots);
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
  test('does not send the members of the guard to the server', async () => {
    const wire = guardMail().wire();
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
  ])('[guard.approval-bound] is void for %s: approval is asked again', async (_, changed) => {
    const wire = guardMail().wire();
    const question = await call(wire, {});
    const second = await call(wire, { ...answer(YES), ...stateOf(question), ...changed });
    expect(asksUs(second)).toBe(true);
    // The first question cannot be answered any more.
    expect(asksUs(await call(wire, { ...answer(YES), ...stateOf(question) }))).toBe(true);
    expect(await sent(wire)).toEqual([]);
  });

  test('ignores the order of keys', async () => {
    const wire = guardMail().wire();
    const question = await call(wire, { arguments: { to: 'you', n: 1 } });
    const again = await call(wire, { ...answer(YES), ...stateOf(question), arguments: { n: 1, to: 'you' } });
    expect(again).toMatchObject({ content: [{ text: 'done' }] });
  });

  test('can be used once', async () => {
    const wire = guardMail().wire();
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
  ])('%s refuses the call', async (_, given) => {
    const wire = guardMail().wire();
    const question = await call(wire, {});
    expect(codeOf(await call(wire, { ...given, ...stateOf(question) }))).toBe('guard.refused');
    expect(await sent(wire)).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ['without a state', {}],
    ['with an unknown state', { requestState: 'toolmark-aaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }],
    ['with a number for a state', { requestState: 1 }],
  ])('a yes without a question is asked about, %s', async (_, state) => {
    const wire = guardMail().wire();
    expect(asksUs(await call(wire, { ...answer(YES), ...state }))).toBe(true);
    expect(await sent(wire)).toEqual([]);
  });

  test('expires', async () => {
    let now = 0;
    const wire = guardMail({ now: () => now, approveTimeoutMs: 1_000 }).wire();
    const question = await call(wire, {});
    now = 1_000;
    expect(asksUs(await call(wire, { ...answer(YES), ...stateOf(question) }))).toBe(true);
    expect(await sent(wire)).toEqual([]);
  });

  test('can be answered on another connection', async () => {
    const { wire } = guardMail();
    const question = await call(wire(), {});
    expect(await call(wire(), { ...answer(YES), ...stateOf(question) })).toMatchObject({ content: [{ text: 'done' }] });
  });

  test('removes the members of the guard when the repeated call needs no approval', async () => {
    const wire = guardMail().wire();
    const question = await call(wire, {});
    await call(wire, { ...answer(YES), ...stateOf(question), arguments: { to: 'me' } });
    expect(await sent(wire)).toEqual([{ name: 'send', arguments: { to: 'me' } }]);
  });

  test('forwards input responses meant for the server unchanged', async () => {
    const wire = guardMail().wire();
    const round = { inputResponses: { pin: NO, [OURS]: NO }, requestState: 'of the server' };
    const question = await call(wire, round);
    expect(asksUs(question)).toBe(true);
    await call(wire, { ...answer(YES), ...stateOf(question) });
    expect(await sent(wire)).toEqual([{ name: 'send', arguments: MAIL, ...round }]);
  });
});

test('does not ask about a call that is too large to store', () => {
  const rounds = new InputRounds(1_000, () => 0);
  const params = { inputResponses: { a: 'x'.repeat(17 * 1024 * 1024) } };
  expect(rounds.ask(sha256(''), {}, params)).toBeUndefined();
  expect(rounds.ask(sha256(''), {}, {})).toMatchObject({ resultType: 'input_required' });
});

describe('a server that requests input during an approved call', () => {
  const begin = async (wire: Wire): Promise<JsonObject> => {
    const question = await call(wire, {});
    return call(wire, { ...answer(YES), ...stateOf(question) });
  };

  test('has its request and its state delivered unchanged', async () => {
    const wire = guardMail({}, wantsPin(`requestState: 'mine',`)).wire();
    expect(await begin(wire)).toMatchObject({ requestState: 'mine', inputRequests: { pin: {} } });
    await call(wire, { ...PIN, requestState: 'mine' });
    expect((await sent(wire))[1]).toEqual({ name: 'send', arguments: MAIL, ...PIN, requestState: 'mine' });
  });

  test.each<[string, JsonObject]>([
    ['other arguments', { arguments: { to: 'them' } }],
    ['another state', { requestState: 'other' }],
  ])('does not carry the approval over to %s', async (_, changed) => {
    const wire = guardMail({}, wantsPin(`requestState: 'mine',`)).wire();
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
    const wire = guardMail({}, wantsPin(`requestState: 'mine',`)).wire();
    await begin(wire);
    expect(await call(wire, { ...PIN, requestState: 'mine' })).toMatchObject({ resultType: 'complete' });
    expect(asksUs(await call(wire, { ...PIN, requestState: 'mine' }))).toBe(true);
  });

  test('may request input repeatedly', async () => {
    const wire = guardMail({}, wantsPin(`requestState: 'mine',`)).wire();
    await begin(wire);
    for (let round = 0; round < 3; round++) {
      expect(await call(wire, { requestState: 'mine' })).toMatchObject({ inputRequests: { pin: {} } });
    }
    expect(await sent(wire)).toHaveLength(4);
  });

  test('that changes its tool meanwhile is not answered', async () => {
    const wire = guardMail({}, wantsPin(`requestState: 'mine',`)).wire();
    await begin(wire);
    await call(wire, { name: 'turn', arguments: { how: 'silently' } });
    expect(codeOf(await call(wire, { ...PIN, requestState: 'mine' }))).toBe('guard.drifted');
  });

  test('keeps its own rounds when the call needs no approval', async () => {
    const wire = guardMail({}, wantsPin('')).wire();
    const first = await call(wire, { arguments: { to: 'me' } });
    expect([first.inputRequests, first.requestState]).toEqual([{ pin: expect.anything() }, undefined]);
    expect(await call(wire, { arguments: { to: 'me' }, ...PIN })).toMatchObject({ resultType: 'complete' });
  });
});
