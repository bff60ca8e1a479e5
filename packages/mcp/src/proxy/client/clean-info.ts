import { cleanSnapshot, isJsonObject, type Json, type JsonObject, type MetadataPolicy, member } from '@toolmark/core';
import { extras, pick } from '../decide/rebuild.ts';
import { metaOf } from '../json-rpc.ts';

/** The server info in results since 2026-07-28. */
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

const ICON = ['src', 'mimeType', 'sizes', 'theme'];
const KNOWN = ['name', 'title', 'version', 'description', 'websiteUrl', 'icons'];

/** The server info of a result, cleaned: hosts show it, and the lock does not pin it. */
export function cleanInfo(result: JsonObject, metadata: MetadataPolicy): JsonObject {
  const old = member(result, 'serverInfo');
  const meta = metaOf(result);
  const info = member(meta, SERVER_INFO);
  return {
    ...(old === undefined ? {} : { serverInfo: clean(old, metadata) }),
    ...(info === undefined ? {} : { _meta: { [SERVER_INFO]: clean(info, metadata) } }),
  };
}

/** The members of `serverInfo` that are removed. */
export function unknownInfo({ serverInfo = {} }: JsonObject): string[] {
  return isJsonObject(serverInfo) ? extras(serverInfo, KNOWN) : [];
}

function clean(serverInfo: Json, metadata: MetadataPolicy): JsonObject {
  if (!isJsonObject(serverInfo)) return {};
  const { websiteUrl, icons, ...rest } = pick(serverInfo, KNOWN);
  const known = {
    ...rest,
    ...(isAddress(websiteUrl) ? { websiteUrl } : {}),
    ...(Array.isArray(icons) ? { icons: icons.filter(isIcon).map(icon => pick(icon, ICON)) } : {}),
  };
  const bare = { serverInfo: known, tools: [], prompts: [], resources: [], templates: [] };
  return cleanSnapshot(bare, metadata).snapshot.serverInfo ?? {};
}

function isAddress(value: Json | undefined): value is string {
  return typeof value === 'string' && /^https?:/i.test(value);
}

function isIcon(icon: Json): icon is JsonObject {
  const src = isJsonObject(icon) ? member(icon, 'src') : undefined;
  return typeof src === 'string' && /^(?:https?|data):/i.test(src);
}
