import { PUBLISHER_PROVIDED, TOOLHIVE_NAMESPACE } from '../packages/core/src/formats.ts';
import { isJsonObject, type JsonObject } from '../packages/core/src/index.ts';

/** An entry of the MCP Registry with one package, whose tools are defined where ToolHive keeps them. */
export function sampleServer(members: JsonObject = {}, tools: readonly JsonObject[] = []): JsonObject {
  const identifier = typeof members.name === 'string' ? `ghcr.io/${members.name.toLowerCase()}:1` : IMAGE;
  const extension = { status: 'active', tools: tools.map(({ name = '' }) => name), tool_definitions: tools };
  return {
    name: 'io.github.owner/weather',
    description: 'Tells the weather of today and tomorrow.',
    version: '1.0.0',
    packages: [{ registryType: 'oci', identifier, transport: { type: 'stdio' } }],
    ...(tools.length === 0
      ? {}
      : { _meta: { [PUBLISHER_PROVIDED]: { [TOOLHIVE_NAMESPACE]: { [identifier]: extension } } } }),
    ...members,
  };
}

const IMAGE = 'ghcr.io/io.github.owner/weather:1';

export function sampleTool(name: string, members: JsonObject = {}): JsonObject {
  const inputSchema = { type: 'object', properties: { city: { type: 'string' } } };
  const annotations = { readOnlyHint: true, ...(isJsonObject(members.annotations) ? members.annotations : {}) };
  return { name, description: `Looks up the ${name} of a city.`, inputSchema, ...members, annotations };
}
