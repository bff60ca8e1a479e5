import process from 'node:process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { scriptedServer } from '../../../../test/fakes/scripted-server.ts';
import { connect } from './connect.ts';

const clientInfo = { name: 'some-host', version: '3.1.4' };
const env = { PATH: process.env.PATH ?? '' };

/** Tells on standard error what it is asked, and has tools on two pages. */
const RECORDING = `
  process.stdin.on('data', bytes => process.stderr.write(bytes));
  on['tools/list'] = (id, { cursor }) => reply(id, '{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[]' + (cursor ? '}' : ',"nextCursor":"2"}'));
  on['tools/call'] = id => reply(id, '{"resultType":"complete","content":[]}');`;
const MODERN = `on['server/discover'] = id => reply(id, '{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{}}');`;

async function askedBySdk(script: string): Promise<string[]> {
  const source = scriptedServer(script);
  if (source.kind !== 'stdio') throw new Error('The scripted server is a child process.');
  const { command, args } = source;
  const transport = new StdioClientTransport({ command, args: [...args], env, stderr: 'pipe' });
  const printed: Buffer[] = [];
  transport.stderr?.on('data', bytes => printed.push(bytes));
  const client = new Client(clientInfo, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  await client.listTools();
  await client.callTool({ name: 'a', arguments: { b: 1 } });
  await client.close();
  return Buffer.concat(printed).toString().trim().split('\n');
}

async function askedByUs(script: string): Promise<string[]> {
  const lines: string[] = [];
  const connection = await connect(scriptedServer(script), { env, clientInfo, onStderr: line => lines.push(line) });
  await connection.takeSnapshot();
  await connection.callTool('a', { b: 1 });
  await connection.close();
  return lines;
}

function withoutIds(lines: readonly string[]): string[] {
  return lines.filter(line => line.includes('tools/')).map(line => line.replace(/"id":\d+/, '"id":N'));
}

test.each<[string, string]>([
  ['of 2025', RECORDING],
  ['of 2026-07-28', RECORDING + MODERN],
])('[connect.like-a-host] a server %s cannot tell our requests from those of a host on the SDK', async (_, script) => {
  const [theirs, ours] = await Promise.all([askedBySdk(script), askedByUs(script)]);
  expect(withoutIds(ours)).toEqual(withoutIds(theirs));
  expect(withoutIds(theirs)).toHaveLength(3);
  const first = (lines: readonly string[]) => lines.find(line => line.includes('tools/list'));
  expect(first(ours)).toBe(first(theirs));
});
