import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '@toolmark/core';
import { afterEach, describe, expect, test } from 'vitest';
import type { Cancellation } from './cancellation.ts';
import type { Question } from './guard-settings.ts';
import { codeOf, guardMail, type Stage, type Wire } from './guarded-mail.ts';

const MAIL = { to: 'you' };
const CAN_ELICIT = { capabilities: { elicitation: {} } };
const YES = { action: 'accept', content: { approve: true } } as const;

let stage: Stage | undefined;
function opened(...given: Parameters<typeof guardMail>): Stage {
  stage = guardMail(...given);
  return stage;
}
afterEach(() => stage?.guard.close());

const send = (client: Client, args: Record<string, unknown> = MAIL) =>
  client.callTool({ name: 'send', arguments: args });

async function sent(client: Client): Promise<unknown[]> {
  const { content } = await client.callTool({ name: 'sent' });
  const [first] = content;
  return first?.type === 'text' ? JSON.parse(first.text) : [];
}

async function sentOn(wire: Wire, meta: JsonObject = {}): Promise<unknown> {
  const { content } = await wire.request('tools/call', { name: 'sent', ...meta });
  return JSON.parse((content as unknown as { text: string }[])[0]?.text ?? '');
}

const isQuestion = (message: JsonObject): boolean => message.method === 'elicitation/create';

describe('the person at a client of 2025', () => {
  test('is shown server, tool, reason and arguments, and a yes lets the call pass', async () => {
    const { connect, records } = opened();
    const client = await connect(CAN_ELICIT);
    const shown: string[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      shown.push(params.message);
      return YES;
    });
    expect(await send(client, { to: 'you\u202e' })).toMatchObject({ content: [{ text: 'done' }] });
    expect(await sent(client)).toMatchObject([{ name: 'send', arguments: { to: 'you\u202e' } }]);
    expect(shown).toEqual([expect.stringMatching(/^Allow the call of "send" on the server "mail"\?\n.*Rule 2 .*\n/)]);
    expect(shown[0]).toContain(String.raw`"to": "you\u202e"`);
    expect(records[0]).toMatchObject({
      decision: 'allow',
      code: 'guard.ask',
      rule: 2,
      approval: { answer: 'allow', by: 'client' },
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ['a no in the form', { action: 'accept', content: { approve: false } }],
    ['an empty form', { action: 'accept', content: {} }],
    ['a form of another kind', { action: 'accept', content: { approve: 'true' } }],
    ['a decline', { action: 'decline' }],
    ['a decline with a ticked box', { action: 'decline', content: { approve: true } }],
    ['a closed window', { action: 'cancel' }],
  ])('%s is no', async (_, answer) => {
    const { wire, records } = opened();
    const client = wire();
    await client.initialize({ elicitation: {} });
    const called = client.request('tools/call', { name: 'send', arguments: MAIL });
    const { id } = await client.message(isQuestion);
    client.send({ id: id ?? null, result: answer as JsonObject });
    expect(codeOf(await called)).toBe('guard.refused');
    expect(await sentOn(client)).toEqual([]);
    expect(records[0]).toMatchObject({
      decision: 'deny',
      code: 'guard.refused',
      approval: { answer: 'deny', by: 'client' },
    });
  });

  test.each<[string, JsonObject]>([
    ['an error', { error: { code: -32601, message: 'no such method' } }],
    ['nothing', {}],
    ['a list', { result: [true] }],
    ['a yes outside the form', { result: { action: 'accept', approve: true } }],
    ['a form that is a list', { result: { action: 'accept', content: [{ approve: true }] } }],
    [
      'a yes that is inherited',
      { result: { action: 'accept', content: JSON.parse('{"__proto__":{"approve":true}}') } },
    ],
    ['a result and an error', { error: { code: 1, message: '' }, result: { action: 'cancel' } }],
  ])('%s for an answer is no', async (_, answer) => {
    const client = opened().wire();
    await client.initialize({ elicitation: { form: {} } });
    const called = client.request('tools/call', { name: 'send', arguments: MAIL });
    const { id } = await client.message(isQuestion);
    client.send({ id: id ?? null, ...answer });
    expect(codeOf(await called)).toBe('guard.refused');
  });

  test('a second answer, and an answer to another question, change nothing', async () => {
    const client = opened().wire();
    await client.initialize({ elicitation: {} });
    const called = client.request('tools/call', { name: 'send', arguments: MAIL });
    const { id } = await client.message(isQuestion);
    client.send({ id: Number(id) + 1, result: YES });
    client.send({ id: id ?? null, result: { action: 'decline' } });
    client.send({ id: id ?? null, result: YES });
    expect(codeOf(await called)).toBe('guard.refused');
    expect(await sentOn(client)).toEqual([]);
  });

  test.each([
    ['silently', 'guard.drifted'],
    ['and says so', 'guard.drifted'],
    ['gone', 'guard.missing'],
  ])(
    '[guard.approval-drift] a tool that changes while the person thinks is refused in spite of a yes: %s',
    async (how, code) => {
      const { connect, records } = opened();
      const client = await connect(CAN_ELICIT);
      client.setRequestHandler('elicitation/create', async () => {
        await client.callTool({ name: 'turn', arguments: { how } });
        return YES;
      });
      expect(codeOf(await send(client))).toBe(code);
      expect(await sent(client)).toEqual([]);
      expect(records.find(({ name }) => name === 'send')).toMatchObject({ decision: 'deny', code });
    },
  );

  test('a list that is said to have changed and has not, does not void a yes', async () => {
    const client = await opened().connect(CAN_ELICIT);
    client.setRequestHandler('elicitation/create', async () => {
      await client.callTool({ name: 'turn', arguments: { how: 'only-say-so' } });
      return YES;
    });
    expect(await send(client)).toMatchObject({ content: [{ text: 'done' }] });
  });

  test('a yes is good for one call', async () => {
    const client = await opened().connect(CAN_ELICIT);
    const answers = [YES, { action: 'decline' }] as const;
    let asked = 0;
    client.setRequestHandler('elicitation/create', () => answers[asked++] ?? YES);
    await send(client);
    expect(codeOf(await send(client))).toBe('guard.refused');
    expect(await sent(client)).toHaveLength(1);
  });

  test('no answer in time is a refusal, the question is withdrawn, and a late yes changes nothing', async () => {
    const client = opened({ approveTimeoutMs: 1 }).wire();
    await client.initialize({ elicitation: {} });
    const refused = await client.request('tools/call', { name: 'send', arguments: MAIL });
    expect(codeOf(refused)).toBe('guard.unanswered');
    const { id } = await client.message(isQuestion);
    expect(client.received).toContainEqual({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id },
    });
    client.send({ id: id ?? null, result: YES });
    expect(await sentOn(client)).toEqual([]);
  });

  test('a yes to a call that was called off changes nothing', async () => {
    const { wire, records } = opened();
    const client = wire();
    await client.initialize({ elicitation: {} });
    client.send({ id: 'call', method: 'tools/call', params: { name: 'send', arguments: MAIL } });
    const { id } = await client.message(isQuestion);
    client.send({ method: 'notifications/cancelled', params: { requestId: 'call' } });
    client.send({ id: id ?? null, result: YES });
    expect(await sentOn(client)).toEqual([]);
    expect(client.received.filter(message => message.id === 'call')).toEqual([]);
    const record = records.find(({ name }) => name === 'send');
    expect(record).toMatchObject({ decision: 'deny', code: 'guard.withdrawn' });
  });

  test('a call that is called off after the yes, while the list is read again, does not pass', async () => {
    const { wire, records } = opened();
    const client = wire();
    await client.initialize({ elicitation: {} });
    client.send({ id: 'call', method: 'tools/call', params: { name: 'send', arguments: MAIL } });
    const { id } = await client.message(isQuestion);
    client.send({ id: id ?? null, result: YES });
    client.send({ method: 'notifications/cancelled', params: { requestId: 'call' } });
    expect(await sentOn(client)).toEqual([]);
    const record = records.find(({ name }) => name === 'send');
    expect(record).toMatchObject({ decision: 'deny', code: 'guard.withdrawn' });
  });

  test('a client that goes away has refused', async () => {
    const { connect, records, guard } = opened();
    const client = await connect(CAN_ELICIT);
    const asked = new Promise<void>(resolve =>
      client.setRequestHandler('elicitation/create', () => {
        resolve();
        return new Promise(() => {});
      }),
    );
    const called = send(client).catch(() => 'closed');
    await asked;
    await client.close();
    expect(await called).toBe('closed');
    await guard.close();
    expect(records).toMatchObject([{ decision: 'deny', code: 'guard.withdrawn' }]);
  });

  test('2,000 characters of long arguments are shown, and the rest is counted', async () => {
    const client = await opened().connect(CAN_ELICIT);
    let shown = '';
    client.setRequestHandler('elicitation/create', ({ params }) => {
      shown = params.message;
      return YES;
    });
    await send(client, { to: 'x'.repeat(3_000) });
    const [, cut = '', rest] =
      /Arguments: (.*)…\nNOT SHOWN: (\d+) more characters of the arguments\.$/s.exec(shown) ?? [];
    expect([cut.length, rest]).toEqual([2_000, '1014']);
  });

  test('nobody is asked in modes that let everything pass', async () => {
    const { connect, records } = opened({ mode: 'audit' });
    const client = await connect(CAN_ELICIT);
    client.setRequestHandler('elicitation/create', () => Promise.reject(new Error('must not be asked')));
    expect(await send(client)).toMatchObject({ content: [{ text: 'done' }] });
    expect(records[0]).toMatchObject({ decision: 'deny', code: 'guard.ask', isOverruled: true });
  });
});

describe('where the client cannot ask', () => {
  test.each<[string, JsonObject]>([
    ['it says nothing', {}],
    ['it knows addresses alone', { elicitation: { url: {} } }],
    ['it says something else', { elicitation: true }],
  ])('[guard.nobody-to-ask] and nobody else can be asked, the call is denied: %s', async (_, capabilities) => {
    const { wire, records } = opened();
    const client = wire();
    await client.initialize(capabilities);
    expect(codeOf(await client.request('tools/call', { name: 'send', arguments: MAIL }))).toBe('guard.nobody-to-ask');
    expect(client.received.filter(isQuestion)).toEqual([]);
    expect(records[0]).toMatchObject({ decision: 'deny', code: 'guard.nobody-to-ask' });
  });

  test.each([
    ['yes', undefined],
    ['no', 'guard.refused'],
    ['nobody', 'guard.nobody-to-ask'],
  ] as const)('whoever is there instead decides: %s', async (answer, code) => {
    const questions: Question[] = [];
    const ask = async (question: Question) => {
      questions.push(question);
      return answer;
    };
    const { connect, records } = opened({ approver: { name: 'page', ask } });
    const client = await connect();
    expect(codeOf(await send(client))).toBe(code);
    expect(questions).toEqual([
      {
        server: 'mail',
        tool: 'send',
        digest: expect.stringMatching(/^sha256:/),
        explain: expect.stringContaining('Rule 2 '),
        arguments: MAIL,
      },
    ]);
    const written = { yes: 'allow', no: 'deny', nobody: 'none' }[answer];
    expect(records[0]?.approval).toEqual({ answer: written, by: 'page' });
    expect(await sent(client)).toHaveLength(answer === 'yes' ? 1 : 0);
  });

  test('an approver that breaks is nobody', async () => {
    const approver = { name: 'page', ask: () => Promise.reject(new Error('out of paper')) };
    const { connect, lines } = opened({ approver });
    expect(codeOf(await send(await connect()))).toBe('guard.nobody-to-ask');
    expect(lines).toContain('Nobody could be asked: out of paper');
  });

  test('an approver that takes too long is told to stop asking', async () => {
    let isWithdrawn = false;
    const ask = (_: Question, question: Cancellation) =>
      new Promise<'yes'>(() => {
        question.onCancel(() => {
          isWithdrawn = true;
        });
      });
    const { connect } = opened({ approver: { name: 'page', ask }, approveTimeoutMs: 1 });
    expect(codeOf(await send(await connect()))).toBe('guard.unanswered');
    expect(isWithdrawn).toBe(true);
  });
});
