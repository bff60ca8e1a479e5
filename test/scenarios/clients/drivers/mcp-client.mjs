import { MCPClient } from 'mcp-client';
import { CALLS, show, start } from './task.mjs';

const client = new MCPClient({ name: 'try-clients', version: '1.0.0' });
await client.connect({ type: 'stdio', ...start });
const tools = await client.getAllTools();
const calls = [];
for (const [name, args] of CALLS) calls.push(await client.callTool({ name, arguments: args }));
show(tools, calls);
await client.close();
