import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CALLS, show, start } from './task.mjs';

const client = new Client({ name: 'try-clients', version: '1.0.0' });
await client.connect(new StdioClientTransport({ ...start, stderr: 'ignore' }));
const { tools } = await client.listTools();
const calls = [];
for (const [name, args] of CALLS) calls.push(await client.callTool({ name, arguments: args }));
show(tools, calls);
await client.close();
