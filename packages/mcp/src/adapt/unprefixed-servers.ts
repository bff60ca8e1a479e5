/** The servers whose tools go without a prefix in this process, and whether anyone was told that they are several. */
const servers = new Set<string>();
let isTold = false;

/**
 * Remembers servers that are imported without a prefix, and answers once in a process: when they have become several.
 * Whether they are imported in one call or in many, their names may meet in one model.
 */
export function becomeSeveral(names: readonly string[]): boolean {
  // Two are enough to know, so no more are kept.
  for (const name of names) if (servers.size < 2) servers.add(name);
  if (isTold || servers.size < 2) return false;
  isTold = true;
  return true;
}

/** For tests, which share a process. */
export function forgetServers(): void {
  servers.clear();
  isTold = false;
}
