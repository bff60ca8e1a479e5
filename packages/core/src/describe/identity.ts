import { type Digest, type Json, type JsonObject, jcs, quoteInert, sha256, ToolmarkError } from '../base/index.ts';
import type { McpTool } from './mcp-tool.ts';
import type { Snapshot } from './snapshot.ts';

const PROJECTIONS = {
  tool: 'toolmark/tool@1',
  prompt: 'toolmark/prompt@1',
  resource: 'toolmark/resource@1',
  template: 'toolmark/template@1',
} as const;

/** The identity of a tool: a digest over the entire object as served (docs/spec/identity.md). */
export function toolDigest(tool: McpTool): Digest {
  return projectionDigest(PROJECTIONS.tool, 'tool', tool);
}

/** One digest for each member except the name: they show which part changed. */
export function partDigests(item: JsonObject): Readonly<Record<string, Digest>> {
  return Object.fromEntries(
    Object.keys(item)
      .filter(key => key !== 'name')
      .sort()
      .map(key => [key, partDigest(key, item[key] as Json)]),
  );
}

/** The description is hashed as its raw UTF-8 bytes, so that anyone can check it with nothing but sha256sum. */
function partDigest(key: string, value: Json): Digest {
  return sha256(isRaw(key, value) ? value : jcs(value));
}

function isRaw(key: string, value: Json): value is string {
  return key === 'description' && typeof value === 'string';
}

/** The digest of an item and those of its parts, as the functions here give them, from one canonical text. */
export function itemDigests(
  kind: keyof typeof PROJECTIONS,
  item: JsonObject,
): { readonly digest: Digest; readonly parts: ReadonlyMap<string, Digest> } {
  const parts = new Map<string, Digest>();
  let text = '';
  for (const key of Object.keys(item).sort()) {
    const value = item[key] as Json;
    const written = jcs(value);
    text += `${text === '' ? '' : ','}${jcs(key)}:${written}`;
    if (key !== 'name') parts.set(key, sha256(isRaw(key, value) ? value : written));
  }
  return { digest: sha256(wrap(PROJECTIONS[kind], kind, `{${text}}`)), parts };
}

export function promptDigest(prompt: JsonObject): Digest {
  return projectionDigest(PROJECTIONS.prompt, 'prompt', prompt);
}

export function resourceDigest(resource: JsonObject): Digest {
  return projectionDigest(PROJECTIONS.resource, 'resource', resource);
}

export function templateDigest(template: JsonObject): Digest {
  return projectionDigest(PROJECTIONS.template, 'template', template);
}

/** Everything a server shows in one digest. Order does not count; two items of one name are refused. */
export function surfaceDigest(snapshot: Snapshot): Digest {
  return digestOfSurface({
    instructions: snapshot.instructions,
    prompts: digestsByName(snapshot.prompts, prompt => prompt.name, promptDigest),
    resources: digestsByName(snapshot.resources, resource => resource.uri, resourceDigest),
    templates: digestsByName(snapshot.templates, template => template.uriTemplate, templateDigest),
    tools: digestsByName(snapshot.tools, tool => tool.name, toolDigest),
  });
}

/** What a surface digest is made of, once the digests of the items are known. */
export interface SurfaceDigests {
  readonly instructions: string | undefined;
  readonly prompts: ReadonlyMap<string, Digest>;
  readonly resources: ReadonlyMap<string, Digest>;
  readonly templates: ReadonlyMap<string, Digest>;
  readonly tools: ReadonlyMap<string, Digest>;
}

/** The surface digest from item digests that are already computed or verified. */
export function digestOfSurface({ instructions, ...lists }: SurfaceDigests): Digest {
  const said = instructions === undefined ? '' : `"instructions":${jcs(instructions)},`;
  const { prompts, resources, templates, tools } = lists;
  const shown = `"prompts":${textOf(prompts)},"resources":${textOf(resources)},"templates":${textOf(templates)},"tools":${textOf(tools)}`;
  return sha256(wrap('toolmark/surface@1', 'surface', `{${said}${shown}}`));
}

/** The canonical text of an object of digests. An object that grows by hundreds of members is slow to make. */
function textOf(digests: ReadonlyMap<string, Digest>): string {
  const members = [...digests.keys()].sort().map(name => `${jcs(name)}:"${digests.get(name)}"`);
  return `{${members.join(',')}}`;
}

function projectionDigest(projection: string, name: string, value: JsonObject): Digest {
  return sha256(wrap(projection, name, jcs(value)));
}

/** The name sorts after "projection" in every projection, so this is the JCS text of the whole wrapper. */
function wrap(projection: string, name: string, text: string): string {
  return `{"projection":"${projection}","${name}":${text}}`;
}

function digestsByName<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  digest: (item: Item) => Digest,
): Map<string, Digest> {
  const digests = new Map<string, Digest>();
  for (const item of items) {
    const name = nameOf(item);
    if (digests.has(name)) {
      throw new ToolmarkError('surface.duplicate-name', `Two items of one list are named ${quoteInert(name)}.`);
    }
    digests.set(name, digest(item));
  }
  return digests;
}
