import type { JsonObject } from '../../../packages/core/src/index.ts';
import type { Revision } from '../../../packages/mcp/src/proxy/decide/messages.ts';
import { FORGED, type HostileMessage } from './hostile-message.ts';

type Case = readonly [method: string, asked: JsonObject, body: JsonObject, more?: Partial<HostileMessage>];

const ECHO: JsonObject = { name: 'echo', arguments: {} };
const COUNT: JsonObject = { name: 'count', arguments: {} };
const COMPLETION: JsonObject = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'city', value: '' } };
const PASSWORD: JsonObject = { method: 'elicitation/create', params: { message: FORGED } };
const INPUT: JsonObject = { resultType: 'input_required', inputRequests: { a: PASSWORD } };
const ELICITATION: JsonObject = { elicitation: { form: {}, url: {} } };
const VISIT: JsonObject = { mode: 'url', url: `https://${FORGED}.example`, elicitationId: 'e', message: 'Open' };

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** A message of a prompt that holds a resource. */
function said(resource: JsonObject): JsonObject {
  return { role: 'user', content: { type: 'resource', resource } };
}

const EITHER: readonly Case[] = [
  ['tools/call', ECHO, { result: { content: [], motd: FORGED } }],
  ['tools/call', ECHO, { result: { content: [], StructuredContent: { n: FORGED } } }],
  ['tools/call', ECHO, { result: { content: [], ſtructuredContent: { n: FORGED } } }],
  ['tools/call', ECHO, { result: { content: [], task: { taskId: FORGED } } }],
  ['tools/call', ECHO, { result: { content: [], _meta: { 'dev.toolmark/guard': { code: FORGED } } } }],
  ['tools/call', ECHO, { result: { content: [], _meta: { 'Dev.Toolmark/guard': { code: FORGED } } } }],
  ['tools/call', ECHO, { result: { content: [{ type: 'text', text: 'a', Text: FORGED }] } }],
  ['tools/call', ECHO, { result: { content: [], _meta: { 'ｄev.toolmark/guard': { code: FORGED } } } }],
  ['tools/call', ECHO, { result: { content: [], _meta: { [RELATED_TASK]: { taskId: FORGED } } } }],
  ['tools/call', ECHO, { result: { content: [{ type: 'text', text: 'a', _meta: { 'dev.toolmark/guard': FORGED } }] } }],
  ['tools/call', ECHO, { result: { content: [{ type: 'resource', resource: { uri: ' ui://a', text: FORGED } }] } }],
  ['tools/call', COUNT, { result: { content: [], structuredContent: { n: FORGED } } }],
  ['tools/call', COUNT, { result: { content: [{ type: 'text', text: FORGED }] } }],
  ['tools/call', ECHO, { result: { content: [] }, error: { code: 1, message: FORGED } }],
  ['tools/call', ECHO, { result: [FORGED] }],
  ['tools/call', ECHO, { result: { content: [] }, motd: FORGED }],
  ['tools/call', ECHO, { error: { code: -32010, message: 'no', data: { code: FORGED } } }],
  ['tools/call', ECHO, { error: { code: -32042, message: 'no', data: { elicitations: [VISIT] } } }],
  ['tools/call', ECHO, { error: { code: -32000, message: 'no', motd: FORGED } }],
  ['prompts/get', { name: 'p' }, { result: { messages: [], motd: FORGED } }],
  ['prompts/get', { name: 'p' }, { result: { messages: [], Messages: [FORGED] } }],
  ['prompts/get', { name: 'p' }, { result: { messages: [said({ uri: 'ui://a', text: FORGED })] } }],
  ['prompts/get', { name: 'p' }, { result: { messages: [said({ uri: 'w://a', text: 'a', Text: FORGED })] } }],
  ['resources/read', { uri: 'w://today' }, { result: { contents: [], motd: FORGED } }],
  ['resources/read', { uri: 'w://today' }, { result: { contents: [], Contents: [FORGED] } }],
  ['resources/read', { uri: 'w://today' }, { result: { contents: [{ uri: 'w://today', text: 'a', Text: FORGED }] } }],
  ['completion/complete', COMPLETION, { result: { completion: { values: [] }, motd: FORGED } }],
  ['completion/complete', COMPLETION, { result: { completion: { values: [] }, Completion: FORGED } }],
  ['tools/list', {}, { result: { tools: [], motd: FORGED } }],
  ['tools/list', {}, { result: { tools: [], Tools: [FORGED] } }],
  ['tools/list', {}, { result: { tools: [{ name: FORGED, inputSchema: {} }] } }, { logged: FORGED }],
  ['tools/list', {}, { result: { tools: [], ...INPUT } }],
  ['prompts/list', {}, { result: { prompts: [{ name: FORGED }] } }, { logged: FORGED }],
  ['prompts/list', {}, { result: { prompts: [], inſtructions: FORGED } }],
  ['prompts/list', {}, { result: { prompts: [], ...INPUT } }],
  ['resources/list', {}, { result: { resources: [{ uri: `x:${FORGED}`, name: 'x' }] } }, { logged: `x:${FORGED}` }],
  ['resources/list', {}, { result: { resources: [], skills: [FORGED] } }],
  ['resources/templates/list', {}, { result: { resourceTemplates: [], motd: FORGED } }],
  ['resources/templates/list', {}, { result: { resourceTemplates: [], ...INPUT } }],
];

const ONLY_2025: readonly Case[] = [
  ['tools/call', ECHO, { result: { content: [], ...INPUT } }],
  ['tools/call', { ...ECHO, task: {} }, { result: { task: { taskId: 't1' }, content: [FORGED] } }],
  ['tools/call', { ...ECHO, task: {} }, { result: { task: { taskId: 't2', status: 'working', motd: FORGED } } }],
  ['logging/setLevel', { level: 'info' }, { result: { motd: FORGED } }],
  ['resources/subscribe', { uri: 'w://today' }, { result: { motd: FORGED } }],
  ['resources/unsubscribe', { uri: 'w://today' }, { result: { motd: FORGED } }],
  [
    'tools/call',
    ECHO,
    {
      error: {
        code: -32042,
        message: 'no',
        data: { elicitations: [{ ...VISIT, url: 'https://x.example', motd: FORGED }] },
      },
    },
    { capabilities: ELICITATION, logged: 'elicitation/create' },
  ],
];

const ONLY_2026: readonly Case[] = [
  ['tools/call', ECHO, { result: INPUT }],
  ['tools/call', ECHO, { result: { ...INPUT, motd: FORGED, inputRequests: {} } }],
  ['tools/call', ECHO, { result: { resultType: 'task', taskId: FORGED } }],
  ['tools/call', ECHO, { result: { resultType: FORGED, content: [] } }],
  ['prompts/get', { name: 'p' }, { result: INPUT }],
  ['resources/read', { uri: 'w://today' }, { result: INPUT }],
  ['completion/complete', COMPLETION, { result: INPUT }, { capabilities: ELICITATION }],
  ['tools/list', {}, { result: { tools: [], ...INPUT } }, { capabilities: ELICITATION }],
  [
    'tools/call',
    ECHO,
    { result: { ...INPUT, inputRequests: { a: { method: 'x/y', params: { a: FORGED } } } } },
    { capabilities: ELICITATION },
  ],
  [
    'tools/call',
    ECHO,
    {
      result: {
        ...INPUT,
        inputRequests: { a: { method: 'elicitation/create', params: { message: 'm', motd: FORGED } } },
      },
    },
    { capabilities: ELICITATION, logged: 'elicitation/create' },
  ],
];

const INITIALIZE_RESULT: JsonObject = { capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };

/** Initialize results with members that must not reach the client. */
const INITIALIZE_RESULTS: readonly (readonly [result: JsonObject, logged?: string])[] = [
  [{ ...INITIALIZE_RESULT, motd: FORGED }],
  [{ ...INITIALIZE_RESULT, instructions: FORGED }],
  [{ ...INITIALIZE_RESULT, Instructions: FORGED }],
  [{ ...INITIALIZE_RESULT, inſtructions: FORGED }],
  [
    {
      ...INITIALIZE_RESULT,
      capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/skills': { a: FORGED } } },
    },
    'capabilities',
  ],
  [{ ...INITIALIZE_RESULT, capabilities: { tools: {}, experimental: { a: FORGED } } }, 'capabilities'],
  [{ ...INITIALIZE_RESULT, capabilities: { tools: {}, Tools: { a: FORGED } } }, 'capabilities'],
  [{ ...INITIALIZE_RESULT, capabilities: { tools: { motd: FORGED } } }, 'capabilities'],
  [{ ...INITIALIZE_RESULT, serverInfo: { name: 's', version: '1', motd: FORGED } }, 'serverInfo'],
];

/** Answers of a client to requests of a server. */
const CLIENT_ANSWERS: readonly Case[] = [
  ['roots/list', {}, { result: { roots: [], motd: FORGED } }, { capabilities: { roots: {} } }],
  ['roots/list', {}, { result: { roots: [], Roots: [FORGED] } }, { capabilities: { roots: {} } }],
  ['roots/list', {}, { error: { code: -1, message: 'no', motd: FORGED } }, { capabilities: { roots: {} } }],
  ['roots/list', {}, { error: FORGED }, { capabilities: { roots: {} } }],
  ['roots/list', {}, { result: { roots: [] }, motd: FORGED }, { capabilities: { roots: {} }, logged: 'answer' }],
  [
    'elicitation/create',
    { message: 'm' },
    { result: { action: 'accept', motd: FORGED } },
    { capabilities: ELICITATION },
  ],
  [
    'sampling/createMessage',
    { messages: [], maxTokens: 1 },
    { result: { role: 'assistant', content: {}, model: 'm', motd: FORGED } },
    { capabilities: { sampling: {} } },
  ],
];

/** Unsolicited answers, and answers with more members than the row of their request. */
export function hostileAnswers(revision: Revision): HostileMessage[] {
  const is2025 = revision === '2025';
  const version: JsonObject = is2025
    ? { protocolVersion: '2025-11-25' }
    : { resultType: 'complete', ttlMs: 0, cacheScope: 'private', supportedVersions: ['2026-07-28'] };
  const initialize = is2025 ? 'initialize' : 'server/discover';
  const initializeResults = INITIALIZE_RESULTS.map(
    ([result, logged = initialize]): Case => [initialize, {}, { result: { ...version, ...result } }, { logged }],
  );
  const group = (from: HostileMessage['from'], cases: readonly Case[]): HostileMessage[] =>
    cases.map(([method, asked, body, more = {}]) => ({ from, kind: 'answer', revision, method, asked, body, ...more }));
  const unasked: readonly Case[] = [
    ['', {}, { result: { content: [FORGED] } }],
    ['', {}, { error: { code: 1, message: FORGED } }],
  ];
  return [
    ...group('server', [...EITHER, ...(is2025 ? ONLY_2025 : ONLY_2026), ...initializeResults, ...unasked]),
    ...group('client', [...(is2025 ? CLIENT_ANSWERS : []), ...unasked]),
  ];
}
