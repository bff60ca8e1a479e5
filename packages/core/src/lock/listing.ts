import { type Digest, type JsonObject, quoteInert, refusalIn, ToolmarkError } from '../base/index.ts';
import {
  type McpTool,
  promptDigest,
  resourceDigest,
  type Snapshot,
  templateDigest,
  toolDigest,
} from '../describe/index.ts';

/** The four lists of a server. */
export type ListName = 'tools' | 'prompts' | 'resources' | 'templates';

/** What one item of a list is called, the member that names it, and its identity. */
export interface Listing {
  readonly list: ListName;
  readonly word: 'tool' | 'prompt' | 'resource' | 'template';
  readonly key: 'name' | 'uri' | 'uriTemplate';
  readonly digest: (definition: JsonObject) => Digest;
}

export const LISTINGS: readonly Listing[] = [
  { list: 'tools', word: 'tool', key: 'name', digest: definition => toolDigest(definition as McpTool) },
  { list: 'prompts', word: 'prompt', key: 'name', digest: promptDigest },
  { list: 'resources', word: 'resource', key: 'uri', digest: resourceDigest },
  { list: 'templates', word: 'template', key: 'uriTemplate', digest: templateDigest },
];

export function listingOf(list: ListName): Listing {
  const [tools, prompts, resources, templates] = LISTINGS as [Listing, Listing, Listing, Listing];
  return { tools, prompts, resources, templates }[list];
}

/** An item and its identity. */
export interface Identified {
  readonly digest: Digest;
  readonly definition: JsonObject;
}

/** One list of a snapshot by name, each item hashed once; two of one name are refused. */
export function identifyList(snapshot: Snapshot, { list, word, key, digest }: Listing): Map<string, Identified> {
  const items = new Map<string, Identified>();
  for (const definition of snapshot[list] as readonly JsonObject[]) {
    const name = definition[key] as string;
    if (items.has(name)) {
      throw new ToolmarkError('surface.duplicate-name', `Two items of one list are called ${quoteInert(name)}.`);
    }
    items.set(name, { digest: identify(definition, `The ${word} ${quoteInert(name)}`, digest), definition });
  }
  return items;
}

function identify(definition: JsonObject, what: string, digest: Listing['digest']): Digest {
  try {
    return digest(definition);
  } catch (error) {
    const { code, message } = refusalIn(error);
    throw new ToolmarkError(code, `${what} has no identity. ${message}`, { cause: error });
  }
}
