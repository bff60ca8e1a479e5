import type { Json } from '@toolmark/core';

const MAX_IDS = 1_024;
export const LONGEST_ID = 256;

/** Which server used an id towards the client. Forgets the oldest first. */
export class KnownIds {
  private readonly servers = new Map<string, string>();

  /** False for an id of another server or one that is too long. */
  note(server: string, id: Json | undefined): boolean {
    if (typeof id !== 'string') return id === undefined;
    if (id.length > LONGEST_ID || (this.servers.get(id) ?? server) !== server) return false;
    this.servers.set(id, server);
    const [oldest] = this.servers.keys();
    if (this.servers.size > MAX_IDS && oldest !== undefined) this.servers.delete(oldest);
    return true;
  }

  has(server: string, id: Json | undefined): boolean {
    return typeof id === 'string' && this.servers.get(id) === server;
  }
}
