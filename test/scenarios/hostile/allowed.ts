import { isJsonObject, type JsonObject } from '../../../packages/core/src/index.ts';
import { findMessage, type Message, type Revision } from '../../../packages/mcp/src/proxy/decide/messages.ts';

/** Members of answers that the guard writes itself, for which rows name none. */
const OWN_RESULTS: Readonly<Record<string, readonly string[]>> = {
  initialize: ['protocolVersion', 'capabilities', 'serverInfo', 'instructions'],
  'server/discover': ['supportedVersions', 'capabilities', 'serverInfo', 'instructions', 'ttlMs', 'cacheScope'],
  'tools/list': ['tools', 'ttlMs', 'cacheScope'],
  'prompts/list': ['prompts', 'ttlMs', 'cacheScope'],
  'resources/list': ['resources', 'ttlMs', 'cacheScope'],
  'resources/templates/list': ['resourceTemplates', 'ttlMs', 'cacheScope'],
};

/** Why the table does not allow a request or notification that arrived; undefined where it does. */
export function refusalOf(from: Message['from'], revision: Revision, message: JsonObject): string | undefined {
  const { id, method, params = {} } = message;
  if (typeof method !== 'string') return undefined;
  const row = findMessage(from, id === undefined ? 'notification' : 'request', revision, method);
  if (row === undefined) return `${JSON.stringify(method)} is not in the table`;
  return unknownMember(params, row.params, method);
}

/** The same for the answer to a request of this method. */
export function refusalOfAnswer(
  from: Message['from'],
  revision: Revision,
  method: string,
  { result, error }: JsonObject,
): string | undefined {
  if (result === undefined) return unknownMember(error, ['code', 'message', 'data'], 'the error');
  const row = findMessage(from === 'client' ? 'server' : 'client', 'request', revision, method);
  if (row === undefined) return `a request ${JSON.stringify(method)} got a result`;
  if (isJsonObject(result) && result.resultType === 'input_required') return refusalOfInput(row, result);
  const task = revision === '2025' && method === 'tools/call' ? ['task'] : [];
  const type = revision === '2026' ? ['resultType'] : [];
  return unknownMember(result, [...row.result, ...(OWN_RESULTS[method] ?? []), ...task, ...type], method);
}

function refusalOfInput({ takesInput, method }: Message, result: JsonObject): string | undefined {
  if (!takesInput) return `${method} cannot ask for input`;
  for (const request of Object.values(result.inputRequests ?? {})) {
    const row = findMessage('server', 'input', '2026', String(request.method));
    if (row === undefined) return `the input ${String(request.method)} is not in the table`;
    const unknown = unknownMember(request.params ?? {}, row.params, row.method);
    if (unknown !== undefined) return unknown;
  }
  return unknownMember(result, ['resultType', 'inputRequests', 'requestState'], method);
}

function unknownMember(
  value: JsonObject[string] | undefined,
  known: readonly string[],
  what: string,
): string | undefined {
  if (value === undefined || !isJsonObject(value)) return `${what} has no object`;
  const unknown = Object.keys(value).filter(name => ![...known, '_meta'].includes(name));
  return unknown.length === 0 ? undefined : `${what} has the unknown members ${unknown.join()}`;
}
