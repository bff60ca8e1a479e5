import { isJsonObject, type JsonObject, member } from '@toolmark/core';
import { findTwins } from '@toolmark/core/text';
import { INVALID_PARAMS } from '../../connect/json-rpc-codes.ts';
import { RpcError } from '../json-rpc.ts';
import { clientCapabilities } from './capabilities.ts';
import type { Message } from './messages.ts';
import { pick } from './rebuild.ts';

const PREFIX = 'io.modelcontextprotocol/';
export const CAPABILITIES = `${PREFIX}clientCapabilities`;

const META = [
  'progressToken',
  CAPABILITIES,
  ...['protocolVersion', 'clientInfo', 'logLevel', 'related-task', 'subscriptionId'].map(name => PREFIX + name),
];

/** Client params with known members only; the same object if there are no others. */
export function rebuildParams(
  { params: known, method }: Pick<Message, 'params' | 'method'>,
  params: JsonObject,
): JsonObject {
  const members = [...known, '_meta'];
  refuseTwinsIn(params, members, `The params of ${method}`);
  const picked = withKnownInside(pick(params, members), method);
  const meta = member(picked, '_meta');
  if (meta === undefined) return picked;
  if (!isJsonObject(meta)) throw new RpcError(INVALID_PARAMS, '"_meta" must be an object.');
  refuseTwinsIn(meta, META, `The _meta of ${method}`);
  const rebuilt = withKnownCapabilities(meta);
  return rebuilt === meta ? picked : { ...picked, _meta: rebuilt };
}

/** Known members of nested objects. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  ref: ['type', 'name', 'title', 'uri'],
  argument: ['name', 'value'],
  context: ['arguments'],
  task: ['ttl'],
  notifications: ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged', 'resourceSubscriptions'],
};

function withKnownInside(params: JsonObject, method: string): JsonObject {
  let rebuilt = params;
  for (const [name, members] of Object.entries(INSIDE)) {
    const value = member(params, name);
    if (value === undefined || !isJsonObject(value)) continue;
    refuseTwinsIn(value, members, `${name} in the params of ${method}`);
    const picked = pick(value, members);
    if (picked !== value) rebuilt = { ...rebuilt, [name]: picked };
  }
  return rebuilt;
}

function withKnownCapabilities(meta: JsonObject): JsonObject {
  const declared = member(meta, CAPABILITIES);
  if (declared === undefined || !isJsonObject(declared)) return meta;
  const known = clientCapabilities(declared);
  return known === declared ? meta : { ...meta, [CAPABILITIES]: known };
}

/** Some servers read `Name` as `name`; the decision must be about what they read. */
export function refuseTwinsIn(object: JsonObject, known: readonly string[], what: string): void {
  if (Object.keys(object).every(name => known.includes(name))) return;
  const [twin] = findTwins(object, '', known);
  if (twin === undefined) return;
  throw new RpcError(INVALID_PARAMS, `${what}: ${twin.message}`, { code: 'guard.ambiguous-key' });
}
