import { createInterface } from 'node:readline';

/** Said on the command line when a server shall show its other face. */
export const isTurned = process.argv.includes('turned');

export const FORECAST = {
  name: 'get_forecast',
  title: 'Forecast',
  description: 'Gets the weather forecast of a city for the next days.',
  inputSchema: {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Name of the city.', maxLength: 80 },
      days: { type: 'integer', minimum: 1, maximum: 7 },
    },
    required: ['city'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
};

export const ALERTS = {
  name: 'list_alerts',
  description: 'Lists the weather warnings that are in force.',
  inputSchema: { type: 'object', properties: { region: { type: 'string' } } },
  annotations: { readOnlyHint: true, openWorldHint: true },
};

export const TOOLS = [FORECAST, ALERTS];

/**
 * An MCP server on standard input and output, written by hand so that it can break every rule.
 * `answer` sees each request first: what it returns is sent as the reply, a string verbatim, SILENCE not at all.
 */
export async function serve({ tools = TOOLS, instructions, prompts, resources, templates, answer = () => {} } = {}) {
  const lists = {
    'tools/list': { tools },
    'prompts/list': prompts && { prompts },
    'resources/list': resources && { resources },
    'resources/templates/list': templates && { resourceTemplates: templates },
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (request.id === undefined || request.method === undefined) continue;
    const reply = (await answer(request)) ?? standardReply(request, lists, instructions);
    if (reply !== SILENCE) write(typeof reply === 'string' ? reply : { jsonrpc: '2.0', id: request.id, ...reply });
  }
}

export const SILENCE = Symbol('no reply');

/** Writes one line to the client: a text verbatim, or a message. */
export function write(message) {
  process.stdout.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
}

function standardReply({ method, params }, lists, instructions) {
  if (method === 'initialize') return { result: initialized(params, lists, instructions) };
  if (method === 'ping') return { result: {} };
  if (method === 'tools/call') return { result: { content: [{ type: 'text', text: `called ${params.name}` }] } };
  if (lists[method]) return { result: lists[method] };
  return { error: { code: -32601, message: 'Method not found' } };
}

function initialized({ protocolVersion }, lists, instructions) {
  return {
    protocolVersion,
    serverInfo: { name: 'weather', version: '1.0.0' },
    capabilities: {
      tools: {},
      ...(lists['prompts/list'] ? { prompts: {} } : {}),
      ...(lists['resources/list'] || lists['resources/templates/list'] ? { resources: {} } : {}),
    },
    ...(instructions === undefined ? {} : { instructions }),
  };
}
