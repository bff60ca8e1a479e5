import { type Digest, type JsonObject, quoteInert, refusalIn, ToolmarkError } from '../base/index.ts';
import {
  LIST_KINDS,
  LIST_NAMES,
  type ListKind,
  type ListName,
  type McpTool,
  promptDigest,
  resourceDigest,
  type Snapshot,
  templateDigest,
  toolDigest,
} from '../describe/index.ts';

/** A list of MCP, and how its items are identified. */
export interface Listing extends ListKind {
  readonly list: ListName;
  readonly digest: (definition: JsonObject) => Digest;
}

const DIGESTS: Readonly<Record<ListName, Listing['digest']>> = {
  tools: definition => toolDigest(definition as McpTool),
  prompts: promptDigest,
  resources: resourceDigest,
  templates: templateDigest,
};

export const LISTINGS: readonly Listing[] = LIST_NAMES.map(listingOf);

export function listingOf(list: ListName): Listing {
  return { list, ...LIST_KINDS[list], digest: DIGESTS[list] };
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
      throw new ToolmarkError('surface.duplicate-name', `Two items of one list are named ${quoteInert(name)}.`);
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
