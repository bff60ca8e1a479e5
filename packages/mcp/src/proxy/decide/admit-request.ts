import { isJsonObject, type Json, type JsonObject, member, parseUrl, quoteInert } from '@toolmark/core';
import { findMessage, type Revision } from './messages.ts';
import { cleanDeep, extras, pick } from './rebuild.ts';

/** A server request for the client, or why it is refused. */
export type Admission =
  | { readonly params: JsonObject; readonly removed: readonly string[] }
  | { readonly code: 'guard.unknown-message' | 'guard.undeclared' | 'guard.malformed'; readonly explain: string };

/**
 * Admits a server request if the client declared the capability, with known members and cleaned texts. With several servers
 * (`origin`) the text names the server.
 */
export function admitRequest(
  revision: Revision,
  method: string,
  params: JsonObject,
  capabilities: JsonObject,
  origin: string | undefined,
): Admission {
  const row = findMessage('server', revision === '2026' ? 'input' : 'request', revision, method);
  if (row?.treatment !== 'declared') return { code: 'guard.unknown-message', explain: 'Servers cannot send it.' };
  const explain = undeclared(method, params, capabilities);
  if (explain !== undefined) return { code: 'guard.undeclared', explain };
  if (method === 'elicitation/create' && typeof member(params, 'message') !== 'string') return NO_MESSAGE;
  const { _meta: meta, ...rest } = pick(params, [...row.params, '_meta']);
  const allowed = allowedMembers(method, rest, capabilities);
  const cleaned = cleanDeep(allowed) as JsonObject;
  const named = origin === undefined ? cleaned : nameOrigin(method, cleaned, origin);
  const removed = extras(params, [...Object.keys(allowed), '_meta']);
  return { params: meta === undefined ? named : { ...named, ...requestMeta(meta) }, removed };
}

function requestMeta(meta: Json): JsonObject {
  return isJsonObject(meta) && Object.hasOwn(meta, 'progressToken') ? { _meta: pick(meta, ['progressToken']) } : {};
}

const NO_MESSAGE = { code: 'guard.malformed', explain: 'The elicitation has no message.' } as const;

/** Why the client does not support the request. */
function undeclared(method: string, params: JsonObject, capabilities: JsonObject): string | undefined {
  if (method === 'roots/list') return declares(capabilities, 'roots') ? undefined : 'The client did not declare roots.';
  if (method === 'sampling/createMessage') {
    return declares(capabilities, 'sampling') ? undefined : 'The client did not declare sampling.';
  }
  const mode = member(params, 'mode') ?? 'form';
  if (mode === 'form') return canElicit(capabilities) ? undefined : 'The client did not declare elicitation of forms.';
  if (mode !== 'url') return 'The mode of the elicitation is unknown.';
  if (!canElicitUrl(capabilities)) return 'The client did not declare elicitation of URLs.';
  return isWebAddress(member(params, 'url')) ? undefined : 'The elicitation URL is not http or https.';
}

export function canElicit(capabilities: JsonObject): boolean {
  const elicitation = member(capabilities, 'elicitation');
  if (elicitation === undefined || !isJsonObject(elicitation)) return false;
  return Object.keys(elicitation).length === 0 || Object.hasOwn(elicitation, 'form');
}

export function canElicitUrl(capabilities: JsonObject): boolean {
  const elicitation = member(capabilities, 'elicitation');
  return elicitation !== undefined && isJsonObject(elicitation) && isJsonObject(member(elicitation, 'url') ?? null);
}

function declares(capabilities: JsonObject, name: string): boolean {
  return isJsonObject(member(capabilities, name) ?? null);
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isWebAddress(url: Json | undefined): boolean {
  const parsed = typeof url === 'string' ? parseUrl(url) : undefined;
  return parsed !== undefined && ['http:', 'https:'].includes(parsed.protocol);
}

/** Removes sampling members that need a capability of their own, and members of the other elicitation mode. */
function allowedMembers(method: string, params: JsonObject, capabilities: JsonObject): JsonObject {
  if (method === 'elicitation/create') {
    return pick(
      params,
      member(params, 'mode') === 'url'
        ? ['mode', 'message', 'elicitationId', 'url']
        : ['mode', 'message', 'requestedSchema'],
    );
  }
  if (method !== 'sampling/createMessage') return params;
  const sampling = member(capabilities, 'sampling');
  const declared = sampling !== undefined && isJsonObject(sampling) ? sampling : {};
  const { tools, toolChoice, includeContext, ...rest } = params;
  return {
    ...rest,
    ...(declares(declared, 'tools') && tools !== undefined ? { tools } : {}),
    ...(declares(declared, 'tools') && toolChoice !== undefined ? { toolChoice } : {}),
    ...(declares(declared, 'context') && includeContext !== undefined ? { includeContext } : {}),
  };
}

function nameOrigin(method: string, params: JsonObject, origin: string): JsonObject {
  const server = `Server ${quoteInert(origin)}`;
  if (method === 'elicitation/create') return { ...params, message: `${server}: ${textOf(params.message)}` };
  if (method !== 'sampling/createMessage') return params;
  const { systemPrompt } = params;
  const rest = typeof systemPrompt === 'string' ? `\n${systemPrompt}` : '';
  return { ...params, systemPrompt: `This request comes from the MCP server ${quoteInert(origin)}.${rest}` };
}
