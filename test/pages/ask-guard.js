import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

// A client that starts a guard as its server, sees what tools there are, and leaves.
const [command = '', ...args] = process.argv.slice(2);
const client = new Client({ name: 'reader', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }));
const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join('\n'));
await client.close();
process.exitCode = tools.length > 0 ? 0 : 1;
