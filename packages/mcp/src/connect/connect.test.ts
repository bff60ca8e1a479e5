import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Finding, ToolmarkError } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { listing, scriptedServer } from '../../../../test/fakes/scripted-server.ts';
import { snapshotOf } from '../../../../test/fakes/snapshot-of.ts';
import { rejectionOf } from '../../../../test/refusal.ts';
import { connect } from './connect.ts';
import type { ConnectOptions } from './connection.ts';
import type { Limits } from './limits.ts';
import type { ServerSource } from './server-source.ts';

const ENV = { PATH: process.env.PATH };

const refusalOf = (source: ServerSource, options: ConnectOptions = {}): Promise<ToolmarkError> =>
  rejectionOf(snapshotOf(source, options));

/** Zombies count as dead: containers without an init keep them. */
function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

describe('refuses an invalid server with a code', () => {
  test.each<[string, string, string]>([
    ['a key that is there twice', 'server.unreadable', listing('{"tools":[{"name":"a","name":"b"}]}')],
    ['a lone surrogate', 'server.unreadable', listing('{"tools":[{"name":"a","description":"\\ud800"}]}')],
    ['nesting without end', 'server.unreadable', listing(`{"tools":${'['.repeat(500)}${']'.repeat(500)}}`)],
    ['a broken message', 'server.unreadable', `on['tools/list'] = () => out('{ port: 3000 }');`],
    [
      'inputschema beside inputSchema',
      'server.ambiguous-key',
      listing('{"tools":[{"name":"a","inputSchema":{},"inputschema":{}}]}'),
    ],
    ['Description alone', 'server.ambiguous-key', listing('{"tools":[{"name":"a","Description":"b"}]}')],
    ['a second list of tools', 'server.ambiguous-key', listing('{"tools":[],"Tools":[{"name":"a"}]}')],
    ['a second next cursor', 'server.ambiguous-key', listing('{"tools":[],"nextcursor":"2"}')],
    [
      'a second result',
      'server.ambiguous-key',
      `on['tools/list'] = id => out('{"jsonrpc":"2.0","id":' + id + ',"result":{"tools":[]},"Result":{}}');`,
    ],
    [
      'a result and an error',
      'server.malformed',
      `on['tools/list'] = id => out('{"jsonrpc":"2.0","id":' + id + ',"result":{"tools":[]},"error":{"code":-32601,"message":"no"}}');`,
    ],
    [
      'instructions twice',
      'server.ambiguous-key',
      `initializeResult = initializeResult.replace('{', '{"instructions":"a","Instructions":"b",');`,
    ],
    [
      'instructions that are not a string',
      'server.malformed',
      `initializeResult = initializeResult.replace('{', '{"instructions":1,');`,
    ],
    ['a tool without a name', 'server.malformed', listing('{"tools":[{"description":"a"}]}')],
    ['a tool that is not an object', 'server.malformed', listing('{"tools":["a"]}')],
    ['a tool with an empty name', 'server.malformed', listing('{"tools":[{"name":""}]}')],
    ['a description that is not a string', 'server.malformed', listing('{"tools":[{"name":"a","description":1}]}')],
    ['tools that are not an array', 'server.malformed', listing('{"tools":{}}')],
    ['no list of tools', 'server.malformed', listing('{}')],
    ['a result that is not complete', 'server.malformed', listing('{"tools":[],"resultType":"input_required"}')],
    ['a cursor that is not a string', 'server.malformed', listing('{"tools":[],"nextCursor":1}')],
    ['two tools of one name', 'server.duplicate-name', listing('{"tools":[{"name":"a"},{"name":"a","title":"b"}]}')],
    [
      'two tools of one name on two pages',
      'server.duplicate-name',
      `on['tools/list'] = (id, { cursor }) => reply(id, '{"tools":[{"name":"a"}]' + (cursor ? '}' : ',"nextCursor":"2"}'));`,
    ],
    ['a cursor that comes again', 'server.repeated-cursor', listing('{"tools":[],"nextCursor":"1"}')],
    ['an empty cursor that comes again', 'server.repeated-cursor', listing('{"tools":[],"nextCursor":""}')],
    [
      'a second page that is denied',
      'server.malformed',
      `on['tools/list'] = (id, { cursor }) => cursor ? deny(id, -32601) : reply(id, '{"tools":[],"nextCursor":"2"}');`,
    ],
    ['an error that is not "method not found"', 'server.failed', `on['tools/list'] = id => deny(id, -32603);`],
    ['an error for initialize', 'server.failed', `on.initialize = id => deny(id, -32603);`],
    ['exit during a list', 'server.exited', `on['tools/list'] = () => process.exit(7);`],
    ['exit on start', 'server.exited', `process.exit(1);`],
    [
      'half a message and exit',
      'server.unreadable',
      `on['tools/list'] = () => process.stdout.write('{"jsonrpc"', () => process.exit());`,
    ],
  ])('%s: %s', async (_, code, script) => {
    expect((await refusalOf(scriptedServer(script))).code).toBe(code);
  });

  test('the message about a server that ended has its exit code and nothing that the server wrote', async () => {
    const script = `on['tools/list'] = () => { process.stderr.write('The lock is fine.\\n'); process.exitCode = 7; process.stdin.destroy(); };`;
    const { message } = await refusalOf(scriptedServer(script));
    expect(message).toBe('The server exited with code 7 before it responded.');
  });

  test.each<[string, string]>([
    ['never answers a list', `on['tools/list'] = () => {};`],
    ['never answers at all', `on.initialize = () => {};`],
    ['reads nothing', `process.stdin.pause(); setInterval(() => {}, 1000);`],
    [
      'sends notifications for ever',
      `on['tools/list'] = () => setInterval(() => out('{"jsonrpc":"2.0","method":"x"}'), 1);`,
    ],
  ])('a server that %s runs into the time-out', async (_, script) => {
    // Long enough for a child to start on a busy machine; the servers above stay silent for ever.
    expect((await refusalOf(scriptedServer(script), { timeoutMs: 700 })).code).toBe('server.timeout');
  });

  test('an error that repeats a secret is shown without it', async () => {
    const script = `on['tools/list'] = id => out(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: 'bad key ' + process.env.KEY } }));`;
    const { message } = await refusalOf(scriptedServer(script, { env: { KEY: 'hunter22' } }));
    expect(message).toContain('"bad key [redacted]"');
  });

  test('a secret that the child inherits is not shown either', async () => {
    const script = `on['tools/list'] = () => { process.stderr.write(process.env.WEATHER_TOKEN + '\\n'); process.exit(7); };`;
    const lines: string[] = [];
    const env = { ...ENV, WEATHER_TOKEN: 'hunter22' };
    const { message } = await refusalOf(scriptedServer(script), { env, onStderr: line => lines.push(line) });
    expect(lines).toEqual(['[redacted]']);
    expect(message).not.toContain('hunter22');
  });

  test('a command that does not exist cannot be started, and its arguments are not shown', async () => {
    const { code, message } = await refusalOf({
      kind: 'stdio',
      command: 'no-such-\u001bprogram',
      args: ['--token=abc'],
    });
    expect(code).toBe('server.cannot-start');
    expect(message).toContain('"no-such-\\u{1b}program"');
    expect(message).not.toContain('abc');
  });

  test.each<[string, ServerSource]>([
    ['a folder that does not exist', { kind: 'stdio', command: process.execPath, args: [], cwd: '/no/such/folder' }],
    ['a NUL in an argument', { kind: 'stdio', command: process.execPath, args: ['a\0b'] }],
    ['an empty command', { kind: 'stdio', command: '', args: [] }],
  ])('%s: server.cannot-start', async (_, source) => {
    expect((await refusalOf(source)).code).toBe('server.cannot-start');
  });

  test('an aborted signal has its own code', async () => {
    const aborted = AbortSignal.abort();
    expect((await refusalOf(scriptedServer(''), { signal: aborted })).code).toBe('server.cancelled');
  });
});

describe('[connect.one-answer] refuses a response that clients skip, followed by another', () => {
  const good = '{"tools":[{"name":"good"}]}';

  test.each<[string, string]>([
    ['a method beside the result', `{"jsonrpc":"2.0","id":ID,"method":"ping","result":${good}}`],
    ['a method beside the error', '{"jsonrpc":"2.0","id":ID,"method":"ping","error":{"code":-32601,"message":""}}'],
    ['a result beside an error', `{"jsonrpc":"2.0","id":ID,"result":${good},"error":null}`],
    ['neither', '{"jsonrpc":"2.0","id":ID}'],
    ['no version', `{"id":ID,"result":${good}}`],
    ['another version', `{"jsonrpc":"1.0","id":ID,"result":${good}}`],
    ['a member that is not known', `{"jsonrpc":"2.0","id":ID,"result":${good},"x":1}`],
    ['the id as a text', `{"jsonrpc":"2.0","id":"ID","result":${good}}`],
    ['the id as a text that counts as the number', `{"jsonrpc":"2.0","id":" 0x0ID","result":${good}}`],
    ['a result that is not an object', '{"jsonrpc":"2.0","id":ID,"result":[]}'],
    ['_meta that is not an object', `{"jsonrpc":"2.0","id":ID,"result":{"_meta":1,${good.slice(1)}}`],
    ['a token that is none', `{"jsonrpc":"2.0","id":ID,"result":{"_meta":{"progressToken":{}},${good.slice(1)}}`],
    [
      'a task that is none',
      `{"jsonrpc":"2.0","id":ID,"result":{"_meta":{"io.modelcontextprotocol/related-task":1},${good.slice(1)}}`,
    ],
    ['an error without a message', '{"jsonrpc":"2.0","id":ID,"error":{"code":-32601}}'],
    ['an error with half a code', '{"jsonrpc":"2.0","id":ID,"error":{"code":0.5,"message":""}}'],
  ])('%s', async (_, first) => {
    const answer = `id => { out(${JSON.stringify(first)}.replace('ID', id)); reply(id, '{"tools":[{"name":"evil"}]}'); };`;
    expect((await refusalOf(scriptedServer(`on['tools/list'] = ${answer}`))).code).toBe('server.malformed');
  });

  test('in an initialize result, which contains instructions', async () => {
    const first = `out('{"jsonrpc":"2.0","id":"' + id + '","result":' + initializeResult + '}');`;
    const script = `on.initialize = id => { ${first} reply(id, initializeResult.replace('{', '{"instructions":"evil",')); };`;
    expect((await refusalOf(scriptedServer(script))).code).toBe('server.malformed');
  });
});

describe('limits', () => {
  test('a line of 100 MB is refused', async () => {
    const script = `on['tools/list'] = () => { const part = 'x'.repeat(1 << 20); process.stdout.write('{"jsonrpc":"'); for (let i = 0; i < 100; i++) process.stdout.write(part); };`;
    expect((await refusalOf(scriptedServer(script))).code).toBe('server.too-large');
  });

  const pages = `on['tools/list'] = (id, { cursor = '0' }) => reply(id, JSON.stringify({ tools: [{ name: 'tool-' + cursor }], nextCursor: String(+cursor + 1) }));`;

  test.each<[string, Partial<Limits>, string]>([
    ['pages', { maxPages: 5 }, 'server.too-many'],
    ['items', { maxItems: 5 }, 'server.too-many'],
    ['bytes of a message', { maxBytes: 200 }, 'server.too-large'],
    ['bytes in all', { maxTotalBytes: 2_000 }, 'server.too-large'],
  ])('a list that never ends meets the limit of %s', async (_, limits, code) => {
    const script = limits.maxBytes === 200 ? listing(`{"tools":[{"name":"${'a'.repeat(300)}"}]}`) : pages;
    expect((await refusalOf(scriptedServer(script), { limits })).code).toBe(code);
  });

  test('a list of exactly as many pages and items as allowed is read', async () => {
    const script = `on['tools/list'] = (id, { cursor = '0' }) => reply(id, JSON.stringify({ tools: [{ name: 'tool-' + cursor }], ...(cursor === '2' ? {} : { nextCursor: String(+cursor + 1) }) }));`;
    const { tools } = await snapshotOf(scriptedServer(script), { limits: { maxPages: 3, maxItems: 3 } });
    expect(tools.map(tool => tool.name)).toEqual(['tool-0', 'tool-1', 'tool-2']);
  });
});

describe('keeps what a server lists verbatim', () => {
  test('members that no schema knows, their order, and integers beyond 2^53 are all there', async () => {
    const tool = '{"zeta":[1,{"b":1,"a":2}],"name":"a","inputSchema":{"maximum":9007199254740993},"x-own":null}';
    const { tools } = await snapshotOf(scriptedServer(listing(`{"tools":[${tool}]}`)));
    expect(Object.keys(tools[0] ?? {})).toEqual(['zeta', 'name', 'inputSchema', 'x-own']);
    expect(tools[0]?.inputSchema).toEqual({ maximum: 9007199254740993n });
  });

  test('a tool called __proto__ is there, and so is a member of that name', async () => {
    const { tools } = await snapshotOf(
      scriptedServer(listing('{"tools":[{"name":"__proto__","_meta":{"__proto__":1}}]}')),
    );
    expect(tools[0]?.name).toBe('__proto__');
    expect(Object.keys(tools[0]?._meta ?? {})).toEqual(['__proto__']);
  });

  test('all four lists, the instructions and the name of the server are read', async () => {
    const script = `
      initializeResult = '{"protocolVersion":"2024-11-05","capabilities":{"tools":{},"prompts":{},"resources":{}},"serverInfo":{"name":"s","version":"1","extra":{}},"instructions":"Be kind."}';
      on['tools/list'] = id => reply(id, '{"tools":[{"name":"t"}]}');
      on['prompts/list'] = id => reply(id, '{"prompts":[{"name":"p"}],"nextCursor":null}');
      on['resources/list'] = id => reply(id, '{"resources":[{"uri":"r:","name":"r"}]}');
      on['resources/templates/list'] = id => reply(id, '{"resourceTemplates":[{"uriTemplate":"u:{a}","name":"u"}]}');`;
    expect(await snapshotOf(scriptedServer(script))).toEqual({
      serverInfo: { name: 's', version: '1', extra: {} },
      instructions: 'Be kind.',
      tools: [{ name: 't' }],
      prompts: [{ name: 'p' }],
      resources: [{ uri: 'r:', name: 'r' }],
      templates: [{ uriTemplate: 'u:{a}', name: 'u' }],
    });
  });

  test('a server that ends when it is asked for its version before initialize is started again without the question', async () => {
    const script = `on['server/discover'] = () => process.exit(1); ${listing('{"tools":[{"name":"a"}]}')}`;
    expect((await snapshotOf(scriptedServer(script))).tools).toHaveLength(1);
  });

  test('a server that is silent about what it does not know is asked in the old way', async () => {
    const script = `on['server/discover'] = () => {}; ${listing('{"tools":[{"name":"a"}]}')}`;
    expect((await snapshotOf(scriptedServer(script), { timeoutMs: 12_000 })).tools).toHaveLength(1);
  });

  test('a modern server that was slow to start is not taken for an old one', async () => {
    const marker = path.join(mkdtempSync(path.join(tmpdir(), 'toolmark-')), 'started');
    const script = `
      const fs = require('node:fs'), marker = ${JSON.stringify(marker)}, isSlow = !fs.existsSync(marker);
      fs.writeFileSync(marker, '');
      let answer = () => {};
      on['server/discover'] = id => {
        answer = () => reply(id, '{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{}}');
        if (!isSlow) answer();
      };
      on.initialize = id => { answer(); deny(id, -32601); };
      ${listing('{"resultType":"complete","tools":[{"name":"a"}]}')}`;
    const connection = await connect(scriptedServer(script), { env: ENV, timeoutMs: 12_000 });
    expect(connection.protocolVersion).toBe('2026-07-28');
    expect((await connection.takeSnapshot()).tools).toEqual([{ name: 'a' }]);
    await connection.close();
  });

  test('a server that shows more to clients that can do more is asked as one of them', async () => {
    const script = `on.initialize = (id, { capabilities }) => {
      on['tools/list'] = id => reply(id, JSON.stringify({ tools: Object.keys(capabilities).map(name => ({ name })) }));
      reply(id, initializeResult);
    };`;
    const capabilities = { sampling: {}, elicitation: {}, roots: {} };
    const { tools } = await snapshotOf(scriptedServer(script), { capabilities });
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(capabilities));
    expect((await snapshotOf(scriptedServer(script))).tools).toEqual([]);
  });

  describe('a server that lists different tools per protocol', () => {
    const script = `
      let face = 'legacy';
      on['server/discover'] = id => { face = 'modern'; reply(id, '{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{}}'); };
      on['tools/list'] = id => reply(id, JSON.stringify({ resultType: 'complete', tools: [{ name: face }] }));`;

    test.each<[ConnectOptions['protocol'], string]>([
      [undefined, 'modern'],
      ['auto', 'modern'],
      ['modern', 'modern'],
      ['legacy', 'legacy'],
    ])('%s: %s', async (protocol, face) => {
      const { tools } = await snapshotOf(scriptedServer(script), protocol === undefined ? {} : { protocol });
      expect(tools).toEqual([{ name: face }]);
    });

    test('a server of 2025 that must be modern is refused, and not asked in the old way', async () => {
      const lines: string[] = [];
      const old = `on.initialize = id => { process.stderr.write('asked\\n'); reply(id, initializeResult); };`;
      const ended = `on['server/discover'] = () => process.exit(1); ${old}`;
      const options = { protocol: 'modern', onStderr: (line: string) => lines.push(line) } as const;
      expect((await refusalOf(scriptedServer(old), options)).code).toBe('server.failed');
      expect((await refusalOf(scriptedServer(ended), options)).code).toBe('server.exited');
      expect(lines).toEqual([]);
    });
  });

  test('notifications, requests and strange answers before a reply do no harm', async () => {
    const script = `on['tools/list'] = id => {
      out('{"jsonrpc":"2.0","method":"notifications/message"}');
      out('{"jsonrpc":"2.0","id":999,"result":{"tools":[{"name":"forged"}]}}');
      out('{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}');
      out('{"jsonrpc":"2.0","id":' + id + ',"method":"ping"}');
      reply(id, '{"tools":[{"name":"a"}]}');
      reply(id, '{"tools":[{"name":"second"}]}');
    };`;
    expect((await snapshotOf(scriptedServer(script))).tools).toEqual([{ name: 'a' }]);
  });

  test('a list that changes while it is read is read again', async () => {
    const script = `let asked = 0; on['tools/list'] = id => {
      if (asked++ === 0) out('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
      reply(id, JSON.stringify({ tools: [{ name: 'answer_' + asked }] }));
    };`;
    const changed: string[] = [];
    const { tools } = await snapshotOf(scriptedServer(script), { onListChanged: method => changed.push(method) });
    expect(tools).toEqual([{ name: 'answer_2' }]);
    expect(changed).toEqual(['notifications/tools/list_changed']);
  });
});

describe('warnings', () => {
  test.each([
    ['a banner', `out('Server \\u001b[1mready\\u001b[0m on stdio');`],
    ['a log line in brackets', `out('[info] ready');`],
    ['a log line in JSON', `out('{"level":30,"msg":"ready"}');`],
    ['a list in JSON', `out('[1]');`],
  ])('%s between the messages', async (_, script) => {
    const notes: Finding[] = [];
    const both = `${script} ${script} out(''); ${listing('{"tools":[{"name":"a"}]}')}`;
    expect((await snapshotOf(scriptedServer(both), { onNote: note => notes.push(note) })).tools).toHaveLength(1);
    expect(notes.map(note => note.code)).toEqual(['server.noise-on-stdout']);
    expect(notes[0]?.message).not.toContain('\u001b');
  });

  test('a list that is shown although it is not declared', async () => {
    const notes: Finding[] = [];
    const script = `initializeResult = initializeResult.replace('{"tools":{}}', '{}'); ${listing('{"tools":[{"name":"hidden"}]}')}`;
    const { tools } = await snapshotOf(scriptedServer(script), { onNote: note => notes.push(note) });
    expect(tools).toEqual([{ name: 'hidden' }]);
    expect(notes.map(note => note.code)).toEqual(['server.undeclared-list']);
  });

  test('silence and errors about lists that are not declared mean that there are none', async () => {
    const script = `on['prompts/list'] = () => {}; on['resources/list'] = id => deny(id, -32603); ${listing('{"tools":[]}')}`;
    expect(await snapshotOf(scriptedServer(script))).toMatchObject({ tools: [], prompts: [], resources: [] });
  });

  test('standard error comes line by line, inert and redacted', async () => {
    const lines: string[] = [];
    const script = `process.stderr.write('a\\u202eb ' + process.env.TOKEN + '\\nlast'); ${listing('{"tools":[]}')}`;
    await snapshotOf(scriptedServer(script, { env: { TOKEN: 'sesame-open' } }), { onStderr: line => lines.push(line) });
    expect(lines).toEqual(['a\\u{202e}b [redacted]', 'last']);
  });
});

describe('calls', () => {
  test('the result of a tool comes as it was written', async () => {
    const script = `on['tools/call'] = (id, params) => reply(id, JSON.stringify({ content: [], own: params }));`;
    const connection = await connect(scriptedServer(script), { env: ENV });
    expect(await connection.callTool('a', { b: 1 })).toEqual({ content: [], own: { name: 'a', arguments: { b: 1 } } });
    await connection.close();
  });

  test('an error of the server, a call that is called off, and a closed connection have their codes', async () => {
    const script = `on['tools/call'] = (id, { name }) => name === 'bad' && deny(id, -32602);`;
    const connection = await connect(scriptedServer(script), { env: ENV });
    await expect(connection.callTool('bad', {})).rejects.toMatchObject({ code: 'server.failed' });
    const abort = new AbortController();
    const call = connection.callTool('slow', {}, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: 'server.cancelled' });
    const pending = connection.callTool('slow', {});
    await Promise.all([expect(pending).rejects.toMatchObject({ code: 'server.closed' }), connection.close()]);
    await expect(connection.callTool('slow', {})).rejects.toMatchObject({ code: 'server.closed' });
  });
});

describe('child processes end with the connection', () => {
  const tellPid = `process.stderr.write(process.pid + '\\n');`;

  test.each<[string, string]>([
    ['ends with its input', ''],
    ['does not end with its input', 'setInterval(() => {}, 1000);'],
    ['does not even end when asked to', `setInterval(() => {}, 1000); process.on('SIGTERM', () => {});`],
  ])('a server that %s', async (_, script) => {
    const pids: number[] = [];
    const source = scriptedServer(`${tellPid} ${listing('{"tools":[]}')} ${script}`);
    await snapshotOf(source, { onStderr: line => pids.push(Number(line)) });
    expect(pids.map(isAlive)).toEqual([false]);
  });

  test('a server behind a wrapper that does not pass anything on', async () => {
    const pids: number[] = [];
    const inner = scriptedServer(`${tellPid} ${listing('{"tools":[]}')} setInterval(() => {}, 1000);`);
    if (inner.kind !== 'stdio') throw new Error('The scripted server is a child process.');
    const args = ['-c', 'exec 3<&0; "$0" "$@" <&3 & wait; :', inner.command, ...inner.args];
    const wrapped: ServerSource = { kind: 'stdio', command: 'sh', args };
    await snapshotOf(wrapped, { onStderr: line => pids.push(Number(line)) });
    expect(pids.map(isAlive)).toEqual([false]);
  });

  test('a server that is refused while it floods its output', async () => {
    const pids: number[] = [];
    const flood = `on.initialize = () => { const go = () => process.stdout.write('{'.repeat(65536), go); go(); };`;
    const { code } = await refusalOf(scriptedServer(`${tellPid} ${flood}`), {
      onStderr: line => pids.push(Number(line)),
    });
    expect(code).toBe('server.too-large');
    expect(pids.map(isAlive)).toEqual([false]);
  });
});
