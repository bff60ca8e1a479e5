import type { Digest } from '../base/index.ts';
import { digestOfSurface, type SurfaceDigests } from '../describe/index.ts';
import type { LockedItem, LockedServer } from './lock.ts';

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
