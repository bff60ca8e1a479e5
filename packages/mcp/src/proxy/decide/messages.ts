/** `2025`: 2024-11-05 to 2025-11-25, which begin with `initialize`; `2026`: 2026-07-28, which has no sessions. */
export type Revision = '2025' | '2026';

/**
 * What the guard does with a message:
 * - `answer`: answers or handles it itself.
 * - `locked`: forwards it for items that are locked, unchanged and allowed.
 * - `bound`: forwards it to the other side of the call, task, stream or subscription it belongs to.
 * - `declared`: forwards it to a client that declared the capability.
 * - `pass`: forwards it.
 * - `refuse`: refuses and logs it.
 */
export type Treatment = 'answer' | 'locked' | 'bound' | 'declared' | 'pass' | 'refuse';

/** One MCP message and its forwarded members. */
export interface Message {
  readonly from: 'client' | 'server';
  /** `input`: a request that a server puts into its answer, since 2026-07-28. */
  readonly kind: 'request' | 'notification' | 'input';
  readonly method: string;
  readonly revisions: readonly Revision[];
  readonly treatment: Treatment;
  /** Forwarded members of `params`, besides `_meta`. */
  readonly params: readonly string[];
  /** Forwarded members of the result, besides `_meta` and, in 2026, `resultType`. */
  readonly result: readonly string[];
  /** The server may answer `input_required` (since 2026-07-28). */
  readonly takesInput: boolean;
}

type Row = readonly [
  method: string,
  revisions: readonly Revision[],
  treatment: Treatment,
  params?: string,
  result?: string,
];

const OLD: readonly Revision[] = ['2025'];
const NEW: readonly Revision[] = ['2026'];
const ALL: readonly Revision[] = ['2025', '2026'];

const CACHE = 'ttlMs cacheScope';
const TASK = 'taskId status statusMessage createdAt lastUpdatedAt ttl pollInterval';
const TOOL_RESULT = 'content structuredContent isError';

const CLIENT_REQUESTS: readonly Row[] = [
  ['initialize', OLD, 'answer', 'protocolVersion capabilities clientInfo'],
  ['server/discover', NEW, 'answer'],
  ['ping', OLD, 'answer'],
  ['tools/list', ALL, 'locked', 'cursor'],
  ['prompts/list', ALL, 'locked', 'cursor'],
  ['resources/list', ALL, 'locked', 'cursor'],
  ['resources/templates/list', ALL, 'locked', 'cursor'],
  ['tools/call', OLD, 'locked', 'name arguments task', TOOL_RESULT],
  ['tools/call', NEW, 'locked', 'name arguments inputResponses requestState', TOOL_RESULT],
  ['prompts/get', OLD, 'locked', 'name arguments', 'description messages'],
  ['prompts/get', NEW, 'locked', 'name arguments inputResponses requestState', 'description messages'],
  ['resources/read', OLD, 'locked', 'uri', 'contents'],
  ['resources/read', NEW, 'locked', 'uri inputResponses requestState', `contents ${CACHE}`],
  ['resources/subscribe', OLD, 'locked', 'uri'],
  ['resources/unsubscribe', OLD, 'locked', 'uri'],
  ['completion/complete', ALL, 'locked', 'ref argument context', 'completion'],
  ['subscriptions/listen', NEW, 'locked', 'notifications'],
  ['logging/setLevel', OLD, 'pass', 'level'],
  ['tasks/get', OLD, 'bound', 'taskId', TASK],
  ['tasks/result', OLD, 'bound', 'taskId', TOOL_RESULT],
  ['tasks/cancel', OLD, 'bound', 'taskId', TASK],
  ['tasks/list', OLD, 'refuse'],
  // Extensions cannot be locked.
  ['tasks/get', NEW, 'refuse'],
  ['tasks/update', NEW, 'refuse'],
  ['tasks/cancel', NEW, 'refuse'],
  ['skills/list', ALL, 'refuse'],
  ['skills/get', ALL, 'refuse'],
  ['resources/directory/read', ALL, 'refuse'],
];

const CLIENT_NOTIFICATIONS: readonly Row[] = [
  ['notifications/initialized', OLD, 'answer'],
  ['notifications/cancelled', ALL, 'bound', 'requestId'],
  ['notifications/progress', OLD, 'bound', 'progressToken progress total message'],
  ['notifications/roots/list_changed', OLD, 'pass'],
  ['notifications/tasks/status', OLD, 'refuse'],
];

const SAMPLING =
  'messages systemPrompt includeContext modelPreferences temperature maxTokens stopSequences metadata tools toolChoice';

const SERVER_REQUESTS: readonly Row[] = [
  ['ping', OLD, 'answer'],
  ['sampling/createMessage', OLD, 'declared', SAMPLING, 'role content model stopReason'],
  ['elicitation/create', OLD, 'declared', 'mode message requestedSchema elicitationId url', 'action content'],
  ['roots/list', OLD, 'declared', '', 'roots'],
  ['tasks/get', OLD, 'refuse'],
  ['tasks/result', OLD, 'refuse'],
  ['tasks/list', OLD, 'refuse'],
  ['tasks/cancel', OLD, 'refuse'],
];

const SERVER_INPUTS: readonly Row[] = [
  ['sampling/createMessage', NEW, 'declared', SAMPLING],
  ['elicitation/create', NEW, 'declared', 'mode message requestedSchema url'],
  ['roots/list', NEW, 'declared'],
];

const SERVER_NOTIFICATIONS: readonly Row[] = [
  ['notifications/cancelled', ALL, 'bound', 'requestId reason'],
  ['notifications/progress', ALL, 'bound', 'progressToken progress total message'],
  ['notifications/message', ALL, 'pass', 'level logger data'],
  ['notifications/tools/list_changed', ALL, 'pass'],
  ['notifications/prompts/list_changed', ALL, 'pass'],
  ['notifications/resources/list_changed', ALL, 'pass'],
  ['notifications/resources/updated', ALL, 'locked', 'uri'],
  ['notifications/elicitation/complete', OLD, 'bound', 'elicitationId'],
  ['notifications/tasks/status', OLD, 'bound', TASK],
  ['notifications/subscriptions/acknowledged', NEW, 'bound', 'notifications'],
  ['notifications/tasks', NEW, 'refuse'],
];

/** The members of a task. */
export const TASK_MEMBERS: readonly string[] = words(TASK);

/** All MCP messages of all revisions (docs/spec/guard.md, section 7). Others are refused. */
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

/** The row of an admitted message; undefined if it is refused. */
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
    revisions,
    treatment,
    params: words(params),
    result: words(result),
    takesInput: words(params).includes('requestState'),
  }));
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}
