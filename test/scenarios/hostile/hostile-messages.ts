import type { Json, JsonObject } from '../../../packages/core/src/index.ts';
import { findMessage, MESSAGES, type Revision } from '../../../packages/mcp/src/proxy/decide/messages.ts';
import { hostileAnswers } from './hostile-answers.ts';
import { hostileMembers } from './hostile-members.ts';
import { FORGED, type HostileMessage } from './hostile-message.ts';

export const REVISIONS: readonly Revision[] = ['2025', '2026'];

const UNKNOWN = [
  ...['skills/list', 'x/y', 'events/list', 'identity/get', 'interceptor/invoke', 'ui/open-link', 'ui/message'],
  ...['TOOLS/CALL', 'tools/call ', ' tools/call', 'tools/call\0', 'tools//call', 'tools\u2215call', 'toolſ/call', ''],
  ...['__proto__', 'constructor', 'notifications/x', 'notifications/Tools/list_changed', 'rpc.discover'],
];

/** Begins a session of the other generation, and is in the table. */
const DISCOVER = 'server/discover';

/** Every hostile message of one revision. */
export function hostileMessages(revision: Revision): HostileMessage[] {
  return [
    ...(['client', 'server'] as const).flatMap(from =>
      (['request', 'notification'] as const).flatMap(kind => foreignMethods(from, kind, revision)),
    ),
    ...hostileMembers(revision),
    ...hostileAnswers(revision),
  ];
}

/** Methods that the table does not have for this direction, kind and revision: unknown ones, and all those of other rows. */
function foreignMethods(
  from: HostileMessage['from'],
  kind: 'request' | 'notification',
  revision: Revision,
): HostileMessage[] {
  const methods = new Set([...UNKNOWN, ...MESSAGES.map(({ method }) => method)]);
  return [...methods]
    .filter(method => findMessage(from, kind, revision, method) === undefined && method !== DISCOVER)
    .map(method => ({ from, kind, revision, method, body: plausible(), capabilities: ALL_CAPABILITIES }));
}

/** Nothing is refused only because the client declared too little. */
const ALL_CAPABILITIES: JsonObject = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };

/** Params that many methods would take. */
function plausible(): JsonObject {
  const named = { name: 'echo', uri: 'w://today', taskId: 't', message: 'Password?' };
  return { ...named, arguments: { text: FORGED } satisfies Json };
}
