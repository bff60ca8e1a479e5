import { createRequire } from 'node:module';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { listing, scriptedServer } from '../../../../test/fakes/scripted-server.ts';
import { connect } from './connect.ts';
import type { NamedServer } from './server-source.ts';
import { takeSnapshots } from './take-snapshots.ts';

const env = { PATH: process.env.PATH };
const good = scriptedServer(`process.stderr.write('hello\\n'); out('banner'); ${listing('{"tools":[{"name":"a"}]}')}`);

describe('takeSnapshots', () => {
  test('one broken server is reported beside the others, in the order of the servers', async () => {
    const servers: NamedServer[] = [
      { key: 'dead', source: scriptedServer('process.exit(1)') },
      { key: 'good', source: good },
      { key: 'missing', source: { kind: 'stdio', command: 'no-such-program', args: [] } },
      { key: 'nowhere', source: { kind: 'http', url: 'ftp://host' } },
      { key: '__proto__', source: good },
    ];
    const results = await takeSnapshots(servers, { env });
    expect(results.map(result => result.server.key)).toEqual(servers.map(server => server.key));
    expect(results.map(result => ('error' in result ? result.error.code : result.snapshot.tools.length))).toEqual([
      'server.exited',
      1,
      'server.cannot-start',
      'server.bad-address',
      1,
    ]);
    expect(results[1]?.notes).toMatchObject([{ code: 'server.noise-on-stdout', server: 'good' }]);
  });

  test('progress and standard error say whose they are', async () => {
    const reported: string[] = [];
    await takeSnapshots(
      [
        { key: 'good', source: good },
        { key: 'dead', source: scriptedServer('process.exit(1)') },
      ],
      {
        env,
        onProgress: ({ server, state }) => reported.push(`${server.key} ${state}`),
        onStderr: (line, server) => reported.push(`${server.key}: ${line}`),
      },
    );
    expect(reported.toSorted()).toEqual([
      'dead failed',
      'dead starting',
      'good done',
      'good listing',
      'good starting',
      'good: hello',
    ]);
  });

  test('the time-out covers connecting and listing together, and what was called off is so called', async () => {
    const silent = { key: 'silent', source: scriptedServer(`on['tools/list'] = () => {};`) };
    expect(await takeSnapshots([silent], { env, timeoutMs: 700 })).toMatchObject([
      { error: { code: 'server.timeout' } },
    ]);
    const signal = AbortSignal.abort();
    expect(await takeSnapshots([silent], { env, signal })).toMatchObject([{ error: { code: 'server.cancelled' } }]);
  });

  test('many servers share one signal without a warning, and all of them receive it', async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', onWarning);
    const calling = new AbortController();
    const source = { kind: 'stdio', command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] } as const;
    const servers = Array.from({ length: 14 }, (_, index) => ({ key: String(index), source }));
    let started = 0;
    const onProgress = (): void => {
      if (++started === servers.length) setImmediate(() => calling.abort());
    };
    const results = await takeSnapshots(servers, { env, signal: calling.signal, onProgress });
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
    expect(new Set(results.map(result => 'error' in result && result.error.code))).toEqual(
      new Set(['server.cancelled']),
    );
  });

  test('the protocol is passed on', async () => {
    const script = `on['server/discover'] = () => process.stderr.write('asked'); ${listing('{"tools":[]}')}`;
    const lines: string[] = [];
    const options = { env, protocol: 'legacy', onStderr: (line: string) => lines.push(line) } as const;
    await takeSnapshots([{ key: 'a', source: scriptedServer(script) }], options);
    expect(lines).toEqual([]);
  });

  test('no servers, no results', async () => {
    expect(await takeSnapshots([])).toEqual([]);
  });

  test('the reference server shows all of its lists', async () => {
    const path = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
    const source = { kind: 'stdio', command: process.execPath, args: [path] } as const;
    const [result] = await takeSnapshots([{ key: 'everything', source }], { env });
    if (result === undefined || 'error' in result) throw result?.error;
    const { serverInfo, instructions, tools, prompts, resources, templates } = result.snapshot;
    expect(serverInfo).toMatchObject({ name: 'mcp-servers/everything' });
    expect(instructions).toContain('Everything');
    expect(tools.map(tool => tool.name)).toContain('echo');
    for (const list of [prompts, resources, templates]) expect(list.length).toBeGreaterThan(0);
    expect(result.notes).toEqual([]);
  });

  test.each<[string, string, string]>([
    ['both generations', 'serve', '2026-07-28'],
    ['the new generation alone', 'reject', '2026-07-28'],
  ])('a server made with the SDK for %s is asked in the newest way', async (_, legacy, version) => {
    const script = `
      import { McpServer } from '@modelcontextprotocol/server';
      import { serveStdio } from '@modelcontextprotocol/server/stdio';
      serveStdio(() => {
        const server = new McpServer({ name: 'real', version: '1.0.0' }, { instructions: 'Hello.' });
        server.registerTool('greet', { description: 'Greets.' }, async () => ({ content: [{ type: 'text', text: 'Hi' }] }));
        return server;
      }, { legacy: '${legacy}' });`;
    const args = ['--input-type=module', '-e', script];
    const source = { kind: 'stdio', command: process.execPath, args, cwd: import.meta.dirname } as const;
    const connection = await connect(source, { env });
    expect(connection.protocolVersion).toBe(version);
    expect(await connection.takeSnapshot()).toMatchObject({
      serverInfo: { name: 'real', version: '1.0.0' },
      instructions: 'Hello.',
      tools: [{ name: 'greet', description: 'Greets.' }],
    });
    expect(await connection.callTool('greet', {})).toMatchObject({ content: [{ type: 'text', text: 'Hi' }] });
    await connection.close();
  });
});
