import { MCPClient } from '@mastra/mcp';
import { CALLS, show, start } from './task.mjs';

const client = new MCPClient({ id: 'try', servers: { everything: { ...start } } });
const tools = await client.listTools();
const calls = [];
for (const [name, args] of CALLS) calls.push(await tools[`everything_${name}`].execute(args, {}));
/** Its schemas are functions that write JSON Schema. */
const schemaOf = schema => schema?.['~standard']?.jsonSchema?.input({ target: 'draft-07' });
const listed = Object.values(tools).map(({ id, description, inputSchema, outputSchema }) => ({
  id,
  description,
  inputSchema: schemaOf(inputSchema),
  outputSchema: schemaOf(outputSchema),
}));
show(listed, calls);
await client.disconnect();
process.exit(0);
