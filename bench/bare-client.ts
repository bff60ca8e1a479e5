import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The least a client can do: connect, list every page, leave. `bare-client.ts COMMAND ARGUMENTS…` */
const [command = '', ...args] = process.argv.slice(2);
const client = new Client({ name: 'bare', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StdioClientTransport({ command, args }));
const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
if (tools) await client.listTools();
if (prompts) await client.listPrompts();
if (resources) await Promise.all([client.listResources(), client.listResourceTemplates()]);
await client.close();
