import { describe, expect, test } from 'vitest';
import { guardScripts, type RawClient, type RawOptions } from '../../../../../test/fakes/raw-client.ts';
import { answering } from '../../../../../test/fakes/scripted-server.ts';

const tool = (name: string, more: object = {}): object => ({
  name,
  description: 'Works.',
  inputSchema: { type: 'object' },
  ...more,
});

/** A guard in front of one server that lists these tools. */
async function guard(
  locked: readonly object[],
  live: readonly object[],
  options: Partial<RawOptions> = {},
): Promise<RawClient> {
  const client = guardScripts({ s: answering({ 'tools/list': { tools: live } }) }, { s: { tools: locked } }, options);
  await client.initialize();
  return client;
}

describe('[guard.reported] every withheld tool is reported with its reason', () => {
  const rules = [{ match: { tool: 'kept' }, decision: 'deny', reason: 'Too risky.' }] as const;
  const conditions = [{ match: {}, when: 'tool.name.startsWith("k")', decision: 'deny' }] as const;
  const advisories = { refusalOf: () => 'The tool is under the advisory A-1.' };
  test.each<
    [why: string, locked: object[], live: object[], code: string, explain: string, options?: Partial<RawOptions>]
  >([
    ['unlocked', [], [tool('new')], 'guard.unlocked', 'is not locked'],
    ['drifted', [tool('t')], [tool('t', { description: 'Works!' })], 'guard.drifted', 'definition changed'],
    ['missing', [tool('t')], [], 'guard.missing', 'does not list it'],
    ['doubled', [tool('t')], [tool('t'), tool('t')], 'guard.malformed', 'more than once'],
    ['without a name', [], [{ inputSchema: {} }], 'guard.malformed', 'not a valid MCP item'],
    [
      'hidden by a rule',
      [tool('kept')],
      [tool('kept')],
      'guard.denied',
      'Rule 1 (tool "kept": "Too risky.")',
      { rules },
    ],
    ['hidden by a condition', [tool('kept')], [tool('kept')], 'guard.denied', 'Rule 1', { rules: conditions }],
    [
      'hidden by the default',
      [tool('t')],
      [tool('t')],
      'guard.denied',
      'denies',
      { policy: { version: 1, default: 'deny' } },
    ],
    ['under an advisory', [tool('t')], [tool('t')], 'guard.advisory', 'the advisory A-1', { advisories }],
    ['of an unfit name', [tool('a b')], [tool('a b')], 'sanitize.invalid-name', 'does not match the pattern'],
    ['of a name that hides', [tool('a\u200bb')], [tool('a\u200bb')], 'sanitize.invalid-name', 'pattern'],
    [
      'of a name like another',
      [tool('Read'), tool('read')],
      [tool('Read'), tool('read')],
      'sanitize.name-collision',
      'resembles that of another tool',
    ],
    [
      'ambiguous after cleaning',
      [tool('t', { inputSchema: { type: 'object', properties: { a: { enum: ['x', 'x\u200b'] } } } })],
      [],
      'sanitize.ambiguous-value',
      '',
    ],
  ])('%s', async (_, locked, live, code, explain, options = {}) => {
    const raw = await guard(locked, live, options);
    expect(await raw.names('tools/list')).toEqual([]);
    await raw.request('tools/list');
    const lines = raw.stderr.filter(line => line.endsWith(`[${code}]`));
    const names = new Set((live.length === 0 ? locked : live).map(item => (item as { name?: string }).name ?? ''));
    // One report for each tool, however often the list is read.
    expect(lines).toHaveLength(names.size);
    expect(raw.stderr).toEqual(lines);
    for (const line of lines) expect(line).toMatch(/^"s": tool ".*" is withheld: /);
    expect(lines.join('\n')).toContain(explain);
    expect(raw.withheld).toEqual([...names].map(name => `s tool ${name} ${code}`));
  });

  test('when the list is read only for a call', async () => {
    const raw = await guard([tool('t'), tool('gone')], [tool('t'), tool('new')]);
    await raw.call('t');
    expect(raw.withheld).toEqual(['s tool new guard.unlocked', 's tool gone guard.missing']);
  });

  test('when an advisory arrives later, and again for another advisory', async () => {
    let bad: string | undefined;
    let tell = (): void => {};
    const onChange = (listener: () => void): void => {
      tell = listener;
    };
    const advisories = { refusalOf: () => bad, onChange };
    const raw = await guard([tool('t')], [tool('t')], { advisories });
    expect(await raw.names('tools/list')).toEqual(['t']);
    for (const said of ['First.', 'First.', undefined, 'First.', 'Second.']) {
      bad = said;
      tell();
    }
    expect(raw.stderr).toEqual(
      ['First.', 'Second.'].map(text => `"s": tool "t" is withheld: ${text} [guard.advisory]`),
    );
  });

  test.each([
    ['filter', 'is not listed'],
    ['audit', 'would be withheld'],
  ] as const)('in %s mode the report says: %s', async (mode, words) => {
    const raw = await guard([], [tool('new')], { mode });
    await raw.request('tools/list');
    expect(raw.stderr).toEqual([
      `"s": tool "new" ${words}: It is not locked. Run "toolmark lock" to add it. [guard.unlocked]`,
    ]);
  });
});

test('limits reports to 10,000 for each server separately', async () => {
  const noisy = `const like = ${JSON.stringify(tool('t0'))};
    const tools = Array.from({ length: 10_006 }, (_, i) => ({ ...like, name: 't' + i }));
    on['tools/list'] = id => reply(id, JSON.stringify({ tools }));
    on['tools/call'] = id => reply(id, '{"content":[]}');`;
  const quiet = answering({ 'tools/list': { tools: [tool('t', { description: 'Works!' })] } });
  const client = guardScripts({ noisy, quiet }, { noisy: { tools: [tool('t0')] }, quiet: { tools: [tool('t')] } });
  await client.initialize();
  // A call reads the list of its server alone, so the second list is read after the first server has filled its reports.
  await client.call('noisy__t0');
  await client.call('quiet__t');
  expect(client.withheld.filter(line => line.startsWith('noisy'))).toHaveLength(10_000);
  expect(client.withheld).toContain('quiet tool t guard.drifted');
  expect(client.stderr.filter(line => line.includes('are not reported'))).toEqual([
    '"noisy": more than 10000 items withheld; further ones are not reported.',
  ]);
});

describe('prompts and resources', () => {
  test('are reported like tools', async () => {
    const locked = { prompts: [{ name: 'plan' }], resources: [{ uri: 'w://a', name: 'a' }] };
    const script = `
      initializeResult = JSON.stringify({ protocolVersion: '2025-11-25', serverInfo: { name: 'x', version: '1' }, capabilities: { prompts: {}, resources: {} } });
      on['prompts/list'] = id => reply(id, '{"prompts":[{"name":"plan","description":"And book."}]}');
      on['resources/list'] = id => reply(id, '{"resources":[{"uri":"w://b","name":"b"}]}');`;
    const client = guardScripts({ s: script }, { s: locked });
    await client.initialize();
    await client.request('prompts/list');
    await client.request('resources/list');
    expect(client.withheld).toEqual([
      's prompt plan guard.drifted',
      's resource w://b guard.unlocked',
      's resource w://a guard.missing',
    ]);
  });
});

describe('a name that is too long with its server key', () => {
  test('is listed and called by its alias', async () => {
    const long = 'x'.repeat(60);
    const weather = `on['tools/list'] = id => answer(id, ${JSON.stringify({ tools: [tool(long)] })});
      on['tools/call'] = (id, { name }) => answerText(id, name);`;
    const scripts = { weather, other: answering({ 'tools/list': { tools: [] } }) };
    const client = guardScripts(scripts, { weather: { tools: [tool(long)] }, other: {} });
    await client.initialize();
    const [alias = ''] = await client.names('tools/list');
    expect(alias).toMatch(/^weather__x{46}_[0-9a-f]{8}$/);
    expect(await client.call(alias)).toMatchObject({ result: { content: [{ text: long }] } });
    expect(client.stderr).toEqual([]);
  });
});
