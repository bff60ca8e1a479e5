import {
  byCodePoint,
  type Digest,
  isJsonObject,
  type Json,
  type JsonObject,
  jcs,
  member,
  sha256,
} from '../base/index.ts';

/** The hashes MCPTrust would write into its lock file, for teams that compare or migrate (docs/spec/identity.md). */
export interface McptrustHashes {
  readonly description: Digest;
  /** MCPTrust does not hash a missing, null or empty schema: it writes the empty string. */
  readonly inputSchema: Digest | '';
}

export function mcptrustToolHashes(tool: JsonObject): McptrustHashes {
  const description = member(tool, 'description');
  const schema = member(tool, 'inputSchema');
  const isEmpty = !isJsonObject(schema) || Object.keys(schema).length === 0;
  return {
    description: sha256(typeof description === 'string' ? description : ''),
    inputSchema: isEmpty ? '' : sha256(goJson(schema)),
  };
}

/** Its hash of a prompt's arguments: sorted by name, with only the members that say something. */
export function mcptrustPromptHash(prompt: JsonObject): Digest {
  const given = member(prompt, 'arguments');
  const items = (Array.isArray(given) ? given : []).filter(isJsonObject).map(argument => ({
    name: stringOf(argument.name),
    ...(stringOf(argument.description) === '' ? {} : { description: stringOf(argument.description) }),
    ...(argument.required === true ? { required: true } : {}),
  }));
  return sha256(jcs(items.sort((a, b) => byCodePoint(a.name, b.name))));
}

export function mcptrustTemplateHash(template: JsonObject): Digest {
  const mimeType = stringOf(template.mimeType);
  return sha256(jcs({ uriTemplate: stringOf(template.uriTemplate), ...(mimeType === '' ? {} : { mimeType }) }));
}

function stringOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** JSON as Go's standard encoder writes it, keys in UTF-8 byte order: MCPTrust's "canonical v1". */
function goJson(value: Json): string {
  if (typeof value === 'string') return goString(value);
  if (typeof value === 'bigint') return String(Number(value));
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`;
  const members = value as JsonObject;
  const keys = Object.keys(members).sort(byCodePoint);
  return `{${keys.map(key => `${goString(key)}:${goJson(members[key] as Json)}`).join(',')}}`;
}

/** Go also escapes characters that are special in HTML and JavaScript. */
function goString(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
