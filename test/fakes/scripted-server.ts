import process from 'node:process';
import type { ServerSource } from '../../packages/mcp/src/connect/server-source.ts';

const PRELUDE = `
const out = text => process.stdout.write(text + '\\n');
const reply = (id, result) => out('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":' + result + '}');
const answer = (id, result) => reply(id, JSON.stringify(result));
const answerText = (id, text, more) => answer(id, { ...more, content: [{ type: 'text', text }] });
const fail = (id, error) => out(JSON.stringify({ jsonrpc: '2.0', id, error }));
const deny = (id, code) => fail(id, { code, message: 'no' });
const send = (method, params, id) => out(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
const log = data => send('notifications/message', { level: 'info', data });
const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const discover = more => {
  on['server/discover'] = id => answer(id, { ...cached, supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...more });
};
let initializeResult = '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"scripted","version":"1"}}';
const on = { initialize: id => reply(id, initializeResult) };
let onMessage = () => {};
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  const { id, method, params } = message;
  onMessage(message, line);
  if (id !== undefined && method !== undefined) (on[method] ?? (id => deny(id, -32601)))(id, params ?? {});
});
`;

/**
 * For tests: a small server on standard input and output. The script sets `on[method]` to answer requests, with the
 * functions above, and `onMessage` to see every message.
 */
export function scriptedServer(script: string, extra: { env?: Record<string, string> } = {}): ServerSource {
  return { kind: 'stdio', command: process.execPath, args: ['-e', `${PRELUDE}{\n${script}\n}`], ...extra };
}

/** For tests: the script of a server that answers methods with these results, each a value or its JSON text. */
export function answering(results: Readonly<Record<string, unknown>>): string {
  const text = (result: unknown): string => (typeof result === 'string' ? result : JSON.stringify(result));
  const lines = Object.entries(results).map(
    ([method, result]) => `on['${method}'] = id => reply(id, ${JSON.stringify(text(result))});`,
  );
  return lines.join('\n');
}

/** For tests: the script of a server that answers `tools/list` with this text. */
export function listing(result: string): string {
  return answering({ 'tools/list': result });
}
