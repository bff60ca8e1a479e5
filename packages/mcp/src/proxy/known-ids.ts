import type { Json } from '@toolmark/core';

const MAX_IDS = 1_024;

/** Ids that a server used in something the client has seen, the oldest forgotten first. */
export class KnownIds {
  private readonly ids = new Set<string>();

  note(server: string, id: Json | undefined): void {
    if (typeof id !== 'string') return;
    this.ids.add(keyOf(server, id));
    const [oldest] = this.ids;
    if (this.ids.size > MAX_IDS && oldest !== undefined) this.ids.delete(oldest);
  }

  has(server: string, id: Json | undefined): boolean {
    return typeof id === 'string' && this.ids.has(keyOf(server, id));
  }
}

function keyOf(server: string, id: string): string {
  return JSON.stringify([server, id]);
}
