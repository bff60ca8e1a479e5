import type { Digest } from '../base/index.ts';
import {
  assessRisk,
  digestOfSurface,
  type ListName,
  type McpTool,
  partDigests,
  type SurfaceDigests,
} from '../describe/index.ts';
import { type Identified, identifyList, listingOf } from './listing.ts';
import type { LockedItem, LockedServer, LockedTool } from './lock.ts';
import type { LockedPackage } from './locked-package.ts';
import type { Attested, LockedPublisher } from './publisher.ts';
import { instructionVariantsOf, type SeenServer, variantsIn } from './views.ts';

export interface PinOptions {
  /** For servers that offer less at times: what is missing later is fine. */
  readonly allow?: 'subset';
  /** What the entry is bound to. */
  readonly package?: LockedPackage;
  /** Who may change the server by signing. */
  readonly publisher?: LockedPublisher;
  readonly attested?: Attested;
}

/** A server as it is now, ready for the lock. Throws where something in it has no identity or two items share a name. */
export function pin(snapshot: SeenServer, options: PinOptions = {}): LockedServer {
  const { serverInfo, instructions } = snapshot;
  const instructionVariants = instructionVariantsOf(snapshot);
  const pinList = (list: ListName): Map<string, LockedItem> => pinEach(snapshot, list, pinItem);
  return withSurfaceDigest({
    ...(options.allow === undefined ? {} : { allow: options.allow }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(instructionVariants.length === 0 ? {} : { instructionVariants }),
    ...(options.package === undefined ? {} : { package: options.package }),
    ...(options.publisher === undefined ? {} : { publisher: options.publisher }),
    ...(options.attested === undefined ? {} : { attested: options.attested }),
    serverInfo: serverInfo ?? {},
    tools: pinEach(snapshot, 'tools', pinTool),
    prompts: pinList('prompts'),
    resources: pinList('resources'),
    templates: pinList('templates'),
  });
}

export function pinTool(tool: Identified): LockedTool {
  const definition = tool.definition as McpTool;
  return { ...pinItem(tool), definition, riskLevel: assessRisk(definition).level };
}

export function pinItem({ digest, definition }: Identified): Pick<LockedItem, 'digest' | 'parts' | 'definition'> {
  return { digest, parts: partDigests(definition), definition };
}

/** The items of a list, each with its other definitions and with what a client needs to see it. */
function pinEach<Item extends LockedItem>(
  snapshot: SeenServer,
  list: ListName,
  pinOne: (item: Identified) => Item,
): Map<string, Item> {
  const others = variantsIn(snapshot, listingOf(list));
  return new Map(
    [...identifyList(snapshot, listingOf(list))].map(([name, item]) => {
      const needs = snapshot.views?.needs[list].get(name);
      const variants = others.filter(([of]) => of === name).map(([, variant]) => pinOne(variant));
      return [name, { ...pinOne(item), ...(needs && { needs }), ...(variants.length > 0 && { variants }) }];
    }),
  );
}

/** A server with the surface digest that its items and instructions have. */
export function withSurfaceDigest(server: Omit<LockedServer, 'surfaceDigest'>): LockedServer {
  return { ...server, surfaceDigest: digestOfSurface(surfaceOf(server)) };
}

function surfaceOf(server: Omit<LockedServer, 'surfaceDigest'>): SurfaceDigests {
  const digests = (items: ReadonlyMap<string, LockedItem>): Map<string, Digest> =>
    new Map([...items].map(([name, { digest }]) => [name, digest]));
  return {
    instructions: server.instructions,
    prompts: digests(server.prompts),
    resources: digests(server.resources),
    templates: digests(server.templates),
    tools: digests(server.tools),
  };
}
