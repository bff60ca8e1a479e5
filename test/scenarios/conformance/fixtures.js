import { createHash } from 'node:crypto';
import {
  acceptedContent,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';

/** What the conformance suite of MCP expects a server to offer, by the names and texts that it looks for. */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = words => ({ type: 'text', text: words });
const said = words => ({ content: [text(words)] });
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const embedded = (uri, mimeType, words) => ({ type: 'resource', resource: { uri, mimeType, text: words } });
const object = (properties, required = []) => ({ type: 'object', properties, required });
const pause = () => new Promise(resolve => setTimeout(resolve, 50));

const states = createRequestStateCodec({ key: createHash('sha256').update('conformance').digest() });

const asksFor = (message, properties) =>
  inputRequired.elicit({ message, requestedSchema: object(properties, Object.keys(properties)) });
const asksName = asksFor('What is your name?', { name: { type: 'string' } });
const samples = (words, maxTokens) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens });

/** Answers with `done` once every input is there, and asks for it before. */
function needing(inputRequests, done, { hasState = false } = {}) {
  return async (_, ctx) => {
    const given = ctx.mcpReq.inputResponses ?? {};
    const isThere = Object.entries(inputRequests).every(([key, { method }]) =>
      method === 'elicitation/create' ? acceptedContent(given, key) !== undefined : given[key] !== undefined,
    );
    const state = ctx.mcpReq.requestState();
    if (isThere && (!hasState || state !== undefined)) return done(given, state);
    return inputRequired({
      inputRequests,
      ...(hasState ? { requestState: await states.mint({ round: 1 }, ctx) } : {}),
    });
  };
}

/** Only what the client says it can do. */
function inputsFor({ 'io.modelcontextprotocol/clientCapabilities': can = {} }) {
  return {
    ...(can.sampling === undefined ? {} : { greeting: samples('Generate a greeting', 50) }),
    ...(can.elicitation === undefined ? {} : { user_name: asksName }),
  };
}

async function manyRounds(_, ctx) {
  const { round = 0 } = ctx.mcpReq.requestState() ?? {};
  const steps = [
    { step1: asksFor('Step 1: What is your name?', { name: { type: 'string' } }) },
    { step2: asksFor('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
  ];
  const inputRequests = steps[round];
  if (inputRequests === undefined) return said('All steps are done.');
  return inputRequired({ inputRequests, requestState: await states.mint({ round: round + 1 }, ctx) });
}

async function logs(_, ctx) {
  for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await ctx.mcpReq.log('info', words);
    await pause();
  }
  return said('Logged.');
}

async function progresses(_, ctx) {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      const params = { progressToken, progress, total: 100 };
      await ctx.mcpReq.notify({ method: 'notifications/progress', params });
    }
    await pause();
  }
  return said('Done.');
}

async function sampled({ prompt }, ctx) {
  const messages = [{ role: 'user', content: text(prompt) }];
  const { content } = await ctx.mcpReq.send({ method: 'sampling/createMessage', params: { messages, maxTokens: 100 } });
  return said(`LLM response: ${content.text}`);
}

/** Asks the person at the client in the old way. */
function elicits(properties, required, words) {
  return async ({ message = 'Please fill in the form.' }, ctx) => {
    const params = { message, requestedSchema: object(properties, required) };
    const answer = await ctx.mcpReq.send({ method: 'elicitation/create', params });
    return said(`${words}: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`);
  };
}

const titled = (name, kind) =>
  ['First', 'Second', 'Third'].map((word, index) => ({ const: `${name}${index + 1}`, title: `${word} ${kind}` }));
const three = name => [1, 2, 3].map(number => `${name}${number}`);

const DEFAULTS = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const ENUMS = {
  untitledSingle: { type: 'string', enum: three('option') },
  titledSingle: { type: 'string', oneOf: titled('value', 'Option') },
  legacyEnum: { type: 'string', enum: three('opt'), enumNames: ['Option One', 'Option Two', 'Option Three'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: three('option') } },
  titledMulti: { type: 'array', items: { anyOf: titled('value', 'Choice') } },
};

const MODERN_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const isAbout = name => ({ [name]: { type: 'string', description: `The ${name}.` } });

/** Name → [what it does, its arguments]. */
const TOOLS = {
  test_simple_text: [() => said('This is a simple text response for testing.')],
  test_image_content: [() => ({ content: [image] })],
  test_audio_content: [() => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] })],
  test_embedded_resource: [
    () => ({ content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')] }),
  ],
  test_multiple_content_types: [
    () => ({
      content: [
        text('Multiple content types test:'),
        image,
        embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
  ],
  test_tool_with_logging: [logs],
  test_logging_tool: [logs],
  test_tool_with_progress: [progresses],
  test_error_handling: [
    () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
  ],
  test_sampling: [sampled, object(isAbout('prompt'), ['prompt'])],
  test_elicitation: [
    elicits({ ...isAbout('username'), ...isAbout('email') }, ['username', 'email'], 'User response'),
    object(isAbout('message'), ['message']),
  ],
  test_elicitation_sep1034_defaults: [elicits(DEFAULTS, [], 'Elicitation completed')],
  test_elicitation_sep1330_enums: [elicits(ENUMS, [], 'Elicitation completed')],
  json_schema_2020_12_tool: [() => said('Fits.'), MODERN_SCHEMA],
  test_custom_headers: [
    ({ region }) => said(`In ${region}.`),
    object({ region: { type: 'string', 'x-mcp-header': 'Region' } }, ['region']),
  ],
  test_missing_capability: [needing({ greeting: samples('Generate a greeting', 50) }, () => said('Done.'))],
  test_streaming_elicitation: [needing({ user_name: asksName }, () => said('Done.'))],
  test_input_required_result_elicitation: [
    needing({ user_name: asksName }, given => said(`Hello, ${acceptedContent(given, 'user_name').name}!`)),
  ],
  test_input_required_result_capabilities: [
    (args, ctx) => needing(inputsFor(ctx.mcpReq.envelope ?? {}), () => said('Done.'))(args, ctx),
  ],
  test_input_required_result_sampling: [
    needing({ capital_question: samples('What is the capital of France?', 100) }, ({ capital_question: answer }) =>
      said(`The model says: ${answer.content?.text}`),
    ),
  ],
  test_input_required_result_list_roots: [
    needing({ client_roots: inputRequired.listRoots() }, ({ client_roots: { roots } }) =>
      said(`Roots: ${roots.map(({ uri }) => uri).join(', ')}`),
    ),
  ],
  test_input_required_result_request_state: [
    needing({ confirm: asksFor('Please confirm', { ok: { type: 'boolean' } }) }, () => said('state-ok'), {
      hasState: true,
    }),
  ],
  test_input_required_result_tampered_state: [
    needing({ confirm: asksFor('Please confirm', { ok: { type: 'boolean' } }) }, () => said('state-ok'), {
      hasState: true,
    }),
  ],
  test_input_required_result_multiple_inputs: [
    needing(
      {
        user_name: asksName,
        greeting: samples('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      () => said('All three are there.'),
      { hasState: true },
    ),
  ],
  test_input_required_result_multi_round: [manyRounds],
};

const says = words => ({ messages: [{ role: 'user', content: text(words) }] });
const asksContext = needing(
  { user_context: asksFor('What context should the prompt use?', { context: { type: 'string' } }) },
  given => says(`In the context of ${acceptedContent(given, 'user_context').context}.`),
);

/** Name → [what it says, its arguments]. */
const PROMPTS = {
  test_simple_prompt: [() => says('This is a simple prompt for testing.')],
  test_prompt_with_arguments: [
    ({ arg1, arg2 }) => says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
    ['arg1', 'arg2'],
  ],
  test_prompt_with_embedded_resource: [
    ({ resourceUri }) => ({
      messages: [
        { role: 'user', content: embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.') },
        ...says('Please process the embedded resource above.').messages,
      ],
    }),
    ['resourceUri'],
  ],
  test_prompt_with_image: [
    () => ({ messages: [{ role: 'user', content: image }, ...says('Please analyze the image above.').messages] }),
  ],
  test_input_required_result_prompt: [asksContext],
};

const RESOURCES = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content' },
};

/** A server with all of them. `announce` tells of lists that are said to have changed. */
export function conformanceServer(announce) {
  const listChanged = { listChanged: true };
  const capabilities = {
    tools: listChanged,
    prompts: listChanged,
    resources: { ...listChanged, subscribe: true },
    logging: {},
    completions: {},
  };
  const server = new McpServer(
    { name: 'conformance-fixtures', version: '1.0.0' },
    { capabilities, requestState: { verify: states.verify } },
  );
  addTools(
    server,
    announce ?? {
      toolsChanged: () => server.sendToolListChanged(),
      promptsChanged: () => server.sendPromptListChanged(),
    },
  );
  addPrompts(server);
  addResources(server);
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park'], total: 2, hasMore: false },
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  return server;
}

function announcing(announce) {
  return async () => {
    await announce();
    return said('Announced.');
  };
}

function addTools(server, announce) {
  const triggers = {
    test_trigger_tool_change: [announcing(() => announce.toolsChanged())],
    test_trigger_prompt_change: [announcing(() => announce.promptsChanged())],
  };
  for (const [name, [call, schema = object({})]] of Object.entries({ ...TOOLS, ...triggers })) {
    const description = `Does what the conformance suite asks of ${name}.`;
    server.registerTool(name, { description, inputSchema: fromJsonSchema(schema) }, call);
  }
}

function addPrompts(server) {
  for (const [name, [get, args = []]] of Object.entries(PROMPTS)) {
    const argsSchema = fromJsonSchema(object(Object.assign({}, ...args.map(isAbout)), args));
    const description = `Says what the conformance suite asks of ${name}.`;
    server.registerPrompt(
      name,
      { description, ...(args.length > 0 ? { argsSchema } : {}) },
      args.length > 0 ? get : ctx => get({}, ctx),
    );
  }
}

function addResources(server) {
  for (const [uri, { mimeType, ...content }] of Object.entries(RESOURCES)) {
    const config = { description: `Content of ${uri}.`, mimeType };
    server.registerResource(uri.slice(7), uri, config, () => ({ contents: [{ uri, mimeType, ...content }] }));
  }
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const mimeType = 'application/json';
  server.registerResource(
    'template',
    template,
    { description: 'Data by number.', mimeType },
    ({ href: uri }, { id }) => ({
      contents: [{ uri, mimeType, text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }],
    }),
  );
}
