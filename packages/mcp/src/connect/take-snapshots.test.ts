import { createRequire } from 'node:module';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { listing, scriptedServer } from './scripted-server.ts';
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
    const results = await takeSnapshots(servers, { env, concurrency: 2 });
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
    const told: string[] = [];
    await takeSnapshots(
      [
        { key: 'good', source: good },
        { key: 'dead', source: scriptedServer('process.exit(1)') },
      ],
      {
        env,
        onProgress: ({ server, state }) => told.push(`${server.key} ${state}`),
        onStderr: (line, server) => told.push(`${server.key}: ${line}`),
      },
    );
    expect(told.toSorted()).toEqual([
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
});
