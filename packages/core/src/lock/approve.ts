import { type Digest, quoteInert, ToolmarkError } from '../base/index.ts';
import type { Snapshot } from '../describe/index.ts';
import { identifyList, listingOf } from './listing.ts';
import type { LockedServer } from './lock.ts';
import { pinTool } from './pin.ts';
import { withSurfaceDigest } from './with-surface-digest.ts';

/**
 * The locked server with one tool taken over as it is now, and nothing else. The digest is the one a person approved:
 * a tool that has moved since is refused (`lock.digest-moved`), and so is one that is not offered (`lock.unknown-tool`).
 */
export function withApproved(locked: LockedServer, live: Snapshot, name: string, approved: Digest): LockedServer {
  const tool = identifyList(live, listingOf('tools')).get(name);
  if (tool === undefined) {
    const message = `The server offers no tool called ${quoteInert(name)}. Check the name, or run "toolmark check".`;
    throw new ToolmarkError('lock.unknown-tool', message);
  }
  if (tool.digest !== approved) {
    const message = `The tool ${quoteInert(name)} has the digest ${tool.digest} now, not the approved one. Read it again before you approve it.`;
    throw new ToolmarkError('lock.digest-moved', message);
  }
  const { surfaceDigest: _, ...rest } = locked;
  return withSurfaceDigest({ ...rest, tools: new Map([...locked.tools, [name, pinTool(tool)]]) });
}
