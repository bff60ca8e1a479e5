import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { CALLS, show, start } from './task.mjs';

const client = new MultiServerMCPClient({
  mcpServers: { everything: { transport: 'stdio', ...start, stderr: 'ignore' } },
});
const tools = await client.getTools();
const calls = [];
for (const [name, args] of CALLS) calls.push(await tools.find(tool => tool.name === name).invoke(args));
const listed = tools.map(({ name, description, schema, metadata }) => ({ name, description, schema, metadata }));
show(listed, calls);
await client.close();
