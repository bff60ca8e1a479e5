import type { Digest } from '@toolmark/core';
import { LIST_NAMES, type ListName } from '@toolmark/core/formats';
import type { SignedUpdate } from '@toolmark/core/lock';

/** What the locked publishers attested, item by item. */
export class AttestedItems {
  private readonly known = new Set<string>();

  /** False if all of it is known. */
  add(server: string, surface: SignedUpdate['surface']): boolean {
    const before = this.known.size;
    for (const list of LIST_NAMES)
      for (const [id, digest] of surface[list]) this.known.add(keyOf(server, list, id, digest));
    if (surface.instructions !== undefined) this.known.add(keyOf(server, 'instructions', surface.instructions));
    return this.known.size > before;
  }

  has(server: string, list: ListName, id: string, digest: Digest): boolean {
    return this.known.has(keyOf(server, list, id, digest));
  }

  hasText(server: string, text: string): boolean {
    return this.known.has(keyOf(server, 'instructions', text));
  }
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
