import { MCPServerStdio } from '@openai/agents';
import { CALLS, show, start } from './task.mjs';

const server = new MCPServerStdio({ name: 'everything', ...start, clientSessionTimeoutSeconds: 300, timeout: 300_000 });
await server.connect();
const tools = await server.listTools();
const calls = [];
for (const [name, args] of CALLS) calls.push(await server.callTool(name, args));
show(tools, calls);
await server.close();
process.exit(0);
