import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { CALLS, show, start } from './task.mjs';

const client = await createMCPClient({ transport: new StdioTransport({ ...start, stderr: 'ignore' }) });
const tools = await client.tools();
const calls = [];
for (const [name, args] of CALLS) calls.push(await tools[name].execute(args, { messages: [], toolCallId: name }));
const listed = Object.entries(tools).map(([name, tool]) => ({
  name,
  description: tool.description,
  title: tool.title,
  inputSchema: tool.inputSchema?.jsonSchema,
}));
show(listed, calls);
await client.close();
