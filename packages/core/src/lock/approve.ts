import { type Digest, quoteInert, ToolmarkError } from '../base/index.ts';
import { type Identified, identifyList, listingOf } from './listing.ts';
import type { LockedServer, LockedTool } from './lock.ts';
import { pinTool, withSurfaceDigest } from './pin.ts';
import { isApproved, type SeenServer, variantsIn } from './views.ts';

/**
 * The locked server with one tool taken over as it is now, and nothing else. The digest is the one a person approved:
 * a tool that has moved since is refused (`lock.digest-moved`), and so is one that is not offered (`lock.unknown-tool`).
 */
export function withApproved(locked: LockedServer, live: SeenServer, name: string, approved: Digest): LockedServer {
  const shown = definitionsOf(live, name);
  const [tool] = shown;
  if (tool === undefined) {
    const message = `The server has no tool named ${quoteInert(name)}. Check the name, or run "toolmark check".`;
    throw new ToolmarkError('lock.unknown-tool', message);
  }
  if (!shown.some(({ digest }) => digest === approved)) {
    const message = `The tool ${quoteInert(name)} has the digest ${tool.digest} now, not the approved one. Read it again before you approve it.`;
    throw new ToolmarkError('lock.digest-moved', message);
  }
  const { surfaceDigest: _, ...rest } = locked;
  const old = locked.tools.get(name);
  const kept = shown.filter(({ digest }) => digest === approved || (old !== undefined && isApproved(old, digest)));
  const [first, ...variants] = kept.map(pinTool) as [LockedTool, ...LockedTool[]];
  const needs = live.views?.needs.tools.get(name);
  const entry = { ...first, ...(needs && { needs }), ...(variants.length > 0 && { variants }) };
  return withSurfaceDigest({ ...rest, tools: new Map([...locked.tools, [name, entry]]) });
}

/** Every definition that clients see of a tool, the first one first. */
function definitionsOf(live: SeenServer, name: string): Identified[] {
  const listing = listingOf('tools');
  const first = identifyList(live, listing).get(name);
  const others = variantsIn(live, listing).filter(([of]) => of === name);
  return first === undefined ? [] : [first, ...others.map(([, variant]) => variant)];
}
