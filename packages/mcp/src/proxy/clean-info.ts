import { cleanSnapshot, isJsonObject, type Json, type JsonObject, type MetadataPolicy, member } from '@toolmark/core';
import { metaOf } from './json-rpc.ts';
import { pick } from './rebuild.ts';

/** Since 2026-07-28 servers name themselves here, in any result. */
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

const KNOWN = ['name', 'title', 'version', 'description', 'websiteUrl', 'icons'];

/** What says in a result which server it is, cleaned: it is shown to people and pinned by nobody. */
export function cleanInfo(result: JsonObject, metadata: MetadataPolicy): JsonObject {
  const old = member(result, 'serverInfo');
  const meta = metaOf(result);
  const info = member(meta, SERVER_INFO);
  return {
    ...(old === undefined ? {} : { serverInfo: clean(old, metadata) }),
    ...(info === undefined ? {} : { _meta: { [SERVER_INFO]: clean(info, metadata) } }),
  };
}

function clean(serverInfo: Json, metadata: MetadataPolicy): JsonObject {
  if (!isJsonObject(serverInfo)) return {};
  const bare = { serverInfo: pick(serverInfo, KNOWN), tools: [], prompts: [], resources: [], templates: [] };
  return cleanSnapshot(bare, metadata).snapshot.serverInfo ?? {};
}
