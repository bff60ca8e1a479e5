import type { NpmRegistry } from '../../fakes/npm-registry.ts';

/** The source of a small MCP server whose one tool answers with what its dependency returns. */
const SERVER = `#!/usr/bin/env node
const { greet } = require('greeting');
const reply = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const tool = { name: 'greet', description: DESCRIPTION, inputSchema: { type: 'object' } };
const on = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'greeter', version: '1' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': () => ({ content: [{ type: 'text', text: [greet(), ...process.argv.slice(2)].join(' ') }] }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (on[method] !== undefined) reply(id, on[method](params));
  else process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) + '\\n');
});
`;

interface ServerRelease {
  readonly description?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Publishes a server, `@acme/greeter`, that depends on a range of \`greeting\`. */
export function publishServer(registry: NpmRegistry, version: string, release: ServerRelease = {}): void {
  const { description = 'Greets.', dependencies = { greeting: '^1.0.0' } } = release;
  registry.publish('@acme/greeter', version, {
    manifest: { bin: { greeter: 'server.js' }, dependencies },
    files: { 'server.js': SERVER.replace('DESCRIPTION', JSON.stringify(description)) },
  });
}

export function publishGreeting(registry: NpmRegistry, version: string, greeting: string): void {
  registry.publish('greeting', version, {
    files: { 'index.js': `exports.greet = () => ${JSON.stringify(greeting)};` },
  });
}

/** A release of the dependency that leaves a file as soon as any of it runs, also when it is installed. */
export function publishCompromised(registry: NpmRegistry, version: string, marker: string): void {
  const leave = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');`;
  registry.publish('greeting', version, {
    manifest: { scripts: { postinstall: `node -e "${leave.replaceAll('"', '\\"')}"` } },
    files: { 'index.js': `${leave} exports.greet = () => 'stolen';` },
  });
}
