import type { Client } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { codeOf, guardMail, type Wire } from '../../../../../test/fakes/guarded-mail.ts';
import type { Cancellation } from '../cancellation.ts';
import type { Question } from './approver.ts';

const MAIL = { to: 'you' };
const CAN_ELICIT = { capabilities: { elicitation: {} } };
const YES = { action: 'accept', content: { approve: true } } as const;

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

/** A client with elicitation whose call waits for approval. */
async function asked(wire: Wire): Promise<{ id: Json; called: Promise<JsonObject> }> {
  await wire.initialize({ elicitation: { form: {} } });
  const called = wire.request('tools/call', { name: 'send', arguments: MAIL });
  const { id = null } = await wire.message(isQuestion);
  return { id, called };
}

const isQuestion = (message: JsonObject): boolean => message.method === 'elicitation/create';

describe('a client of 2025 with elicitation', () => {
  test('shows server, tool, reason and arguments, and passes the call after a yes', async () => {
    const { connect, records } = guardMail();
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
  ])('%s refuses the call', async (_, answer) => {
    const { wire, records } = guardMail();
    const client = wire();
    const { id, called } = await asked(client);
    client.send({ id, result: answer as JsonObject });
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
  ])('%s as the response refuses the call', async (_, answer) => {
    const client = guardMail().wire();
    const { id, called } = await asked(client);
    client.send({ id, ...answer });
    expect(codeOf(await called)).toBe('guard.refused');
  });

  test('ignores a second answer and an answer to another question', async () => {
    const client = guardMail().wire();
    const { id, called } = await asked(client);
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
  ])('[guard.approval-bound] refuses a tool that changes before the yes: %s', async (how, code) => {
    const { connect, records } = guardMail();
    const client = await connect(CAN_ELICIT);
    client.setRequestHandler('elicitation/create', async () => {
      await client.callTool({ name: 'turn', arguments: { how } });
      return YES;
    });
    expect(codeOf(await send(client))).toBe(code);
    expect(await sent(client)).toEqual([]);
    expect(records.find(({ name }) => name === 'send')).toMatchObject({ decision: 'deny', code });
  });

  test('a list_changed without a change does not void a yes', async () => {
    const client = await guardMail().connect(CAN_ELICIT);
    client.setRequestHandler('elicitation/create', async () => {
      await client.callTool({ name: 'turn', arguments: { how: 'only-say-so' } });
      return YES;
    });
    expect(await send(client)).toMatchObject({ content: [{ text: 'done' }] });
  });

  test('a yes allows one call', async () => {
    const client = await guardMail().connect(CAN_ELICIT);
    const answers = [YES, { action: 'decline' }] as const;
    let asked = 0;
    client.setRequestHandler('elicitation/create', () => answers[asked++] ?? YES);
    await send(client);
    expect(codeOf(await send(client))).toBe('guard.refused');
    expect(await sent(client)).toHaveLength(1);
  });

  test('refuses after the timeout, withdraws the question and ignores a late yes', async () => {
    const client = guardMail({ approveTimeoutMs: 1 }).wire();
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

  test.each([
    ['before the yes', ['cancel', 'yes']],
    ['after the yes, while the list is read again', ['yes', 'cancel']],
  ])('refuses a call that is cancelled %s', async (_, steps) => {
    const { wire, records } = guardMail();
    const client = wire();
    await client.initialize({ elicitation: {} });
    client.send({ id: 'call', method: 'tools/call', params: { name: 'send', arguments: MAIL } });
    const { id = null } = await client.message(isQuestion);
    const cancel = { method: 'notifications/cancelled', params: { requestId: 'call' } };
    for (const step of steps) client.send(step === 'yes' ? { id, result: YES } : cancel);
    expect(await sentOn(client)).toEqual([]);
    expect(client.received.filter(message => message.id === 'call')).toEqual([]);
    const record = records.find(({ name }) => name === 'send');
    expect(record).toMatchObject({ decision: 'deny', code: 'guard.withdrawn' });
  });

  test('refuses the call of a client that disconnects', async () => {
    const { connect, records, guard } = guardMail();
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

  test('shows 2,000 characters of long arguments and counts the rest', async () => {
    const client = await guardMail().connect(CAN_ELICIT);
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

  test('audit mode does not ask', async () => {
    const { connect, records } = guardMail({ mode: 'audit' });
    const client = await connect(CAN_ELICIT);
    client.setRequestHandler('elicitation/create', () => Promise.reject(new Error('asked in audit mode')));
    expect(await send(client)).toMatchObject({ content: [{ text: 'done' }] });
    expect(records[0]).toMatchObject({ decision: 'deny', code: 'guard.ask', isOverruled: true });
  });
});

describe('a client without elicitation', () => {
  test.each<[string, JsonObject]>([
    ['no elicitation declared', {}],
    ['only URL elicitation declared', { elicitation: { url: {} } }],
    ['invalid capability', { elicitation: true }],
  ])('[guard.nobody-to-ask] denies the call when no approver exists: %s', async (_, capabilities) => {
    const { wire, records } = guardMail();
    const client = wire();
    await client.initialize(capabilities);
    expect(codeOf(await client.request('tools/call', { name: 'send', arguments: MAIL }))).toBe('guard.nobody-to-ask');
    expect(client.received.filter(isQuestion)).toEqual([]);
    expect(records[0]).toMatchObject({ decision: 'deny', code: 'guard.nobody-to-ask' });
  });

  test.each([
    ['yes', undefined],
    ['no', 'guard.refused'],
    ['unavailable', 'guard.nobody-to-ask'],
  ] as const)('asks the approver instead: %s', async (answer, code) => {
    const questions: Question[] = [];
    const ask = async (question: Question) => {
      questions.push(question);
      return answer;
    };
    const { connect, records } = guardMail({ approver: { name: 'page', ask } });
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
    const written = { yes: 'allow', no: 'deny', unavailable: 'none' }[answer];
    expect(records[0]?.approval).toEqual({ answer: written, by: 'page' });
    expect(await sent(client)).toHaveLength(answer === 'yes' ? 1 : 0);
  });

  test('an approver that fails counts as unavailable', async () => {
    const approver = { name: 'page', ask: () => Promise.reject(new Error('out of paper')) };
    const { connect, lines } = guardMail({ approver });
    expect(codeOf(await send(await connect()))).toBe('guard.nobody-to-ask');
    expect(lines).toContain('Could not ask for approval: out of paper');
  });

  test('cancels the question of an approver that takes too long', async () => {
    let isWithdrawn = false;
    const ask = (_: Question, question: Cancellation) =>
      new Promise<'yes'>(() => {
        question.onCancel(() => {
          isWithdrawn = true;
        });
      });
    const { connect } = guardMail({ approver: { name: 'page', ask }, approveTimeoutMs: 1 });
    expect(codeOf(await send(await connect()))).toBe('guard.unanswered');
    expect(isWithdrawn).toBe(true);
  });
});
