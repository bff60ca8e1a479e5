import process from 'node:process';
import type { ServerSource } from './server-source.ts';

const PRELUDE = `
const out = text => process.stdout.write(text + '\\n');
const reply = (id, result) => out('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":' + result + '}');
const deny = (id, code) => out(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'no' } }));
let greeting = '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"scripted","version":"1"}}';
const on = { initialize: id => reply(id, greeting) };
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined && method !== undefined) (on[method] ?? (id => deny(id, -32601)))(id, params ?? {});
});
`;

/** For tests: a tiny server for standard input and output. The script sets `on[method]`, and answers with `reply` and `deny`. */
export function scriptedServer(script: string, extra: { env?: Record<string, string> } = {}): ServerSource {
  return { kind: 'stdio', command: process.execPath, args: ['-e', PRELUDE + script], ...extra };
}

/** For tests: the script of a server that answers `tools/list` with this text. */
export function listing(result: string): string {
  return `on['tools/list'] = id => reply(id, ${JSON.stringify(result)});`;
}
