/** `2025`: 2024-11-05 to 2025-11-25, which begin with `initialize`; `2026`: 2026-07-28, which has no sessions. */
export type Revision = '2025' | '2026';

/**
 * What the guard does with a message:
 * - `answer`: it answers or acts on it itself.
 * - `locked`: it passes for what is locked, unchanged and allowed.
 * - `bound`: it passes to the other side of what it belongs to: a call, a task, a stream, a subscription.
 * - `declared`: it reaches the client if the client declared the capability.
 * - `pass`: it passes.
 * - `refuse`: it is refused and logged.
 */
export type Treatment = 'answer' | 'locked' | 'bound' | 'declared' | 'pass' | 'refuse';

/** One message of MCP, and what of it goes on. */
export interface Message {
  readonly from: 'client' | 'server';
  /** `input`: a request that a server puts into its answer, since 2026-07-28. */
  readonly kind: 'request' | 'notification' | 'input';
  readonly method: string;
  readonly revisions: readonly Revision[];
  readonly treatment: Treatment;
  /** The members of `params` that go on, besides `_meta`. */
  readonly params: readonly string[];
  /** The members of the result that go on, besides `_meta` and, in 2026, `resultType`. */
  readonly result: readonly string[];
  /** Since 2026-07-28 the server may answer that it needs input first. */
  readonly takesInput: boolean;
}

type Row = readonly [method: string, revisions: string, treatment: Treatment, params?: string, result?: string];

const CACHE = 'ttlMs cacheScope';
const TASK = 'taskId status statusMessage createdAt lastUpdatedAt ttl pollInterval';
const TOOL_RESULT = 'content structuredContent isError';

const CLIENT_REQUESTS: readonly Row[] = [
  ['initialize', '2025', 'answer', 'protocolVersion capabilities clientInfo'],
  ['server/discover', '2026', 'answer'],
  ['ping', '2025', 'answer'],
  ['tools/list', '2025 2026', 'locked', 'cursor'],
  ['prompts/list', '2025 2026', 'locked', 'cursor'],
  ['resources/list', '2025 2026', 'locked', 'cursor'],
  ['resources/templates/list', '2025 2026', 'locked', 'cursor'],
  ['tools/call', '2025', 'locked', 'name arguments task', TOOL_RESULT],
  ['tools/call', '2026', 'locked', 'name arguments inputResponses requestState', TOOL_RESULT],
  ['prompts/get', '2025', 'locked', 'name arguments', 'description messages'],
  ['prompts/get', '2026', 'locked', 'name arguments inputResponses requestState', 'description messages'],
  ['resources/read', '2025', 'locked', 'uri', 'contents'],
  ['resources/read', '2026', 'locked', 'uri inputResponses requestState', `contents ${CACHE}`],
  ['resources/subscribe', '2025', 'locked', 'uri'],
  ['resources/unsubscribe', '2025', 'locked', 'uri'],
  ['completion/complete', '2025 2026', 'locked', 'ref argument context', 'completion'],
  ['subscriptions/listen', '2026', 'locked', 'notifications'],
  ['logging/setLevel', '2025', 'pass', 'level'],
  ['tasks/get', '2025', 'bound', 'taskId', TASK],
  ['tasks/result', '2025', 'bound', 'taskId', TOOL_RESULT],
  ['tasks/cancel', '2025', 'bound', 'taskId', TASK],
  ['tasks/list', '2025', 'refuse'],
  // Methods of extensions, none of which can be locked.
  ['tasks/get', '2026', 'refuse'],
  ['tasks/update', '2026', 'refuse'],
  ['tasks/cancel', '2026', 'refuse'],
  ['skills/list', '2025 2026', 'refuse'],
  ['skills/get', '2025 2026', 'refuse'],
  ['resources/directory/read', '2025 2026', 'refuse'],
];

const CLIENT_NOTIFICATIONS: readonly Row[] = [
  ['notifications/initialized', '2025', 'answer'],
  ['notifications/cancelled', '2025 2026', 'bound', 'requestId'],
  ['notifications/progress', '2025', 'bound', 'progressToken progress total message'],
  ['notifications/roots/list_changed', '2025', 'pass'],
  ['notifications/tasks/status', '2025', 'refuse'],
];

const SAMPLING =
  'messages systemPrompt includeContext modelPreferences temperature maxTokens stopSequences metadata tools toolChoice';

const SERVER_REQUESTS: readonly Row[] = [
  ['ping', '2025', 'answer'],
  ['sampling/createMessage', '2025', 'declared', SAMPLING],
  ['elicitation/create', '2025', 'declared', 'mode message requestedSchema elicitationId url'],
  ['roots/list', '2025', 'declared'],
  ['tasks/get', '2025', 'refuse'],
  ['tasks/result', '2025', 'refuse'],
  ['tasks/list', '2025', 'refuse'],
  ['tasks/cancel', '2025', 'refuse'],
];

const SERVER_INPUTS: readonly Row[] = [
  ['sampling/createMessage', '2026', 'declared', SAMPLING],
  ['elicitation/create', '2026', 'declared', 'mode message requestedSchema url'],
  ['roots/list', '2026', 'declared'],
];

const SERVER_NOTIFICATIONS: readonly Row[] = [
  ['notifications/cancelled', '2025 2026', 'bound', 'requestId reason'],
  ['notifications/progress', '2025 2026', 'bound', 'progressToken progress total message'],
  ['notifications/message', '2025 2026', 'pass', 'level logger data'],
  ['notifications/tools/list_changed', '2025 2026', 'pass'],
  ['notifications/prompts/list_changed', '2025 2026', 'pass'],
  ['notifications/resources/list_changed', '2025 2026', 'pass'],
  ['notifications/resources/updated', '2025 2026', 'locked', 'uri'],
  ['notifications/elicitation/complete', '2025', 'bound', 'elicitationId'],
  ['notifications/tasks/status', '2025', 'bound', TASK],
  ['notifications/subscriptions/acknowledged', '2026', 'bound', 'notifications'],
  ['notifications/tasks', '2026', 'refuse'],
];

/** Every message of MCP in both directions and all revisions (docs/spec/guard.md, section 7). What is not here is refused. */
export const MESSAGES: readonly Message[] = [
  ...rows('client', 'request', CLIENT_REQUESTS),
  ...rows('client', 'notification', CLIENT_NOTIFICATIONS),
  ...rows('server', 'request', SERVER_REQUESTS),
  ...rows('server', 'input', SERVER_INPUTS),
  ...rows('server', 'notification', SERVER_NOTIFICATIONS),
];

const BY_KEY = new Map(
  MESSAGES.flatMap(message =>
    message.revisions.map(revision => [keyOf(message.from, message.kind, revision, message.method), message] as const),
  ),
);

/** The row of a message that may pass; undefined for one that is refused. */
export function findMessage(
  from: Message['from'],
  kind: Message['kind'],
  revision: Revision,
  method: string,
): Message | undefined {
  const found = BY_KEY.get(keyOf(from, kind, revision, method));
  return found?.treatment === 'refuse' ? undefined : found;
}

function keyOf(from: string, kind: string, revision: string, method: string): string {
  return `${from} ${kind} ${revision} ${method}`;
}

function rows(from: Message['from'], kind: Message['kind'], table: readonly Row[]): Message[] {
  return table.map(([method, revisions, treatment, params = '', result = '']) => ({
    from,
    kind,
    method,
    revisions: words(revisions) as Revision[],
    treatment,
    params: words(params),
    result: words(result),
    takesInput: words(params).includes('requestState'),
  }));
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}
