import type { JsonObject } from '../../../packages/core/src/index.ts';
import type { Revision } from '../../../packages/mcp/src/proxy/decide/messages.ts';
import { FORGED, type HostileMessage } from './hostile-message.ts';

type Case = readonly [method: string, body: JsonObject, more?: Partial<HostileMessage>];

const CALL: JsonObject = { name: 'echo', arguments: {} };
const PROMPT: JsonObject = { type: 'ref/prompt', name: 'p' };

const TEMPLATE: JsonObject = { type: 'ref/resource', uri: 'w://{day}' };

const CLIENT_REQUESTS: readonly Case[] = [
  ['tools/call', { ...CALL, motd: FORGED }],
  ['tools/call', { ...CALL, Name: FORGED }],
  ['tools/call', { ...CALL, Arguments: { text: FORGED } }],
  ['tools/call', { ...CALL, argumentſ: { text: FORGED } }],
  ['tools/call', { ...CALL, _Meta: { text: FORGED } }],
  ['tools/call', { name: FORGED, arguments: {} }],
  ['tools/call', { name: ['echo', FORGED] }],
  ['tools/call', { name: 'echo', arguments: [FORGED] }],
  ['tools/call', { name: 'echo', arguments: { a: 1, A: FORGED } }],
  ['tools/list', { cursor: FORGED }],
  ['resources/list', { motd: FORGED }],
  ['prompts/get', { name: 'p', motd: FORGED }],
  ['prompts/get', { name: 'p', Name: FORGED }],
  ['prompts/get', { name: FORGED }],
  ['prompts/get', { name: 'p', arguments: { city: 'x', City: FORGED } }],
  ['resources/read', { uri: `w://${FORGED}/../x` }],
  ['resources/read', { uri: `ui://${FORGED}` }],
  ['resources/read', { uri: `skill://${FORGED}` }],
  ['resources/read', { uri: 'w://today', URI: `w://${FORGED}` }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: FORGED }, argument: { name: 'city', value: '' } }],
  ['completion/complete', { ref: { ...PROMPT, Name: FORGED }, argument: { name: 'city', value: '' } }],
  ['completion/complete', { ref: PROMPT, argument: { name: 'city', value: '', Value: FORGED } }],
  ['completion/complete', { ref: PROMPT, argument: { name: 'city', value: '' }, motd: FORGED }],
  ['completion/complete', { ref: { ...PROMPT, motd: FORGED }, argument: { name: 'city', value: '' } }],
  ['completion/complete', { ref: TEMPLATE, argument: { name: 'day', value: `../${FORGED}` } }],
];

const CLIENT_REQUESTS_2025: readonly Case[] = [
  ['tasks/get', { taskId: FORGED }],
  ['tasks/result', { taskId: FORGED }],
  ['tasks/cancel', { taskId: FORGED }],
  ['resources/subscribe', { uri: `x://${FORGED}` }],
  ['resources/unsubscribe', { uri: `x://${FORGED}` }],
  ['logging/setLevel', { level: 'info', motd: FORGED }],
  ['tools/call', { ...CALL, requestState: FORGED }],
];

const CLIENT_REQUESTS_2026: readonly Case[] = [['tools/call', { ...CALL, task: { ttl: FORGED } }]];

const CLIENT_NOTIFICATIONS: readonly Case[] = [['notifications/cancelled', { requestId: FORGED }]];

const CLIENT_NOTIFICATIONS_2025: readonly Case[] = [
  ['notifications/progress', { progressToken: FORGED, progress: 1 }],
  ['notifications/roots/list_changed', { motd: FORGED }],
];

const SERVER_NOTIFICATIONS: readonly Case[] = [
  ['notifications/progress', { progressToken: FORGED, progress: 1 }],
  ['notifications/cancelled', { requestId: FORGED }],
  ['notifications/message', { level: FORGED, data: 'x' }],
  ['notifications/resources/updated', { uri: `x://${FORGED}` }],
  ['notifications/resources/updated', { uri: 'w://today', title: FORGED }],
  ['notifications/tools/list_changed', { tools: [FORGED] }],
  ['notifications/prompts/list_changed', { Prompts: [FORGED] }],
];

const SERVER_NOTIFICATIONS_2025: readonly Case[] = [
  ['notifications/message', { level: 'info', data: 'x', motd: FORGED }],
  ['notifications/message', { level: 'info', data: 'x', Data: FORGED }],
  ['notifications/tasks/status', { taskId: FORGED, status: 'completed' }],
  ['notifications/elicitation/complete', { elicitationId: FORGED }],
];

const SERVER_NOTIFICATIONS_2026: readonly Case[] = [
  ['notifications/message', { level: 'info', data: FORGED }],
  [
    'notifications/subscriptions/acknowledged',
    { notifications: { motd: FORGED }, _meta: { 'io.modelcontextprotocol/subscriptionId': 4711 } },
  ],
  ['notifications/subscriptions/acknowledged', { notifications: { motd: FORGED } }],
];

const RELATED_TASK = 'io.modelcontextprotocol/related-task';
const FORM: JsonObject = { message: 'Password?', requestedSchema: { type: 'object', properties: {} } };
const URL_FORM: JsonObject = { mode: 'url', message: 'Open', url: 'https://evil.example', elicitationId: 'e' };
const SAMPLE: JsonObject = { messages: [], maxTokens: 1 };

const SERVER_REQUESTS_2025: readonly Case[] = [
  ['sampling/createMessage', { ...SAMPLE, systemPrompt: FORGED }],
  ['elicitation/create', { ...FORM, message: FORGED }],
  ['elicitation/create', { ...URL_FORM, url: `https://${FORGED}.example` }],
  ['roots/list', { motd: FORGED }],
  ['sampling/createMessage', { ...SAMPLE, motd: FORGED }, { capabilities: { sampling: {} } }],
  ['sampling/createMessage', { ...SAMPLE, SystemPrompt: FORGED }, { capabilities: { sampling: {} } }],
  ['sampling/createMessage', { ...SAMPLE, tools: [FORGED] }, { capabilities: { sampling: {} } }],
  ['sampling/createMessage', { ...SAMPLE, includeContext: FORGED }, { capabilities: { sampling: {} } }],
  ['sampling/createMessage', { ...SAMPLE, task: { ttl: FORGED } }, { capabilities: { sampling: {} } }],
  ['elicitation/create', { ...FORM, motd: FORGED }, { capabilities: { elicitation: {} } }],
  ['elicitation/create', { ...FORM, Message: FORGED }, { capabilities: { elicitation: {} } }],
  ['elicitation/create', { ...URL_FORM, message: FORGED }, { capabilities: { elicitation: { form: {} } } }],
  ['elicitation/create', { ...FORM, mode: FORGED }, { capabilities: { elicitation: { form: {}, url: {} } } }],
  ['elicitation/create', { ...URL_FORM, url: `file:///${FORGED}` }, { capabilities: { elicitation: { url: {} } } }],
  ['roots/list', { Cursor: FORGED }, { capabilities: { roots: {} } }],
  ['elicitation/create', { ...FORM, _meta: { motd: FORGED } }, { capabilities: { elicitation: {} } }],
  [
    'elicitation/create',
    { ...FORM, _meta: { [RELATED_TASK]: { taskId: FORGED } } },
    { capabilities: { elicitation: {} } },
  ],
];

/** Known methods with members, names and tokens that must not pass. */
export function hostileMembers(revision: Revision): HostileMessage[] {
  const is2025 = revision === '2025';
  const group = (
    from: HostileMessage['from'],
    kind: HostileMessage['kind'],
    cases: readonly Case[],
  ): HostileMessage[] => cases.map(([method, body, more = {}]) => ({ from, kind, revision, method, body, ...more }));
  return [
    ...group('client', 'request', [...CLIENT_REQUESTS, ...(is2025 ? CLIENT_REQUESTS_2025 : CLIENT_REQUESTS_2026)]),
    ...group('client', 'notification', [...CLIENT_NOTIFICATIONS, ...(is2025 ? CLIENT_NOTIFICATIONS_2025 : [])]),
    ...group('server', 'request', is2025 ? SERVER_REQUESTS_2025 : []),
    ...group('server', 'notification', [
      ...SERVER_NOTIFICATIONS,
      ...(is2025 ? SERVER_NOTIFICATIONS_2025 : SERVER_NOTIFICATIONS_2026),
    ]),
  ];
}
