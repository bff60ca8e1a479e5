/** Servers imported without a prefix in this process, and whether the warning was given. */
const servers = new Set<string>();
let hasWarned = false;

/** Records servers imported without a prefix. Returns true once per process, when there are several: their names may collide. */
export function becomeSeveral(names: readonly string[]): boolean {
  for (const name of names) if (servers.size < 2) servers.add(name);
  if (hasWarned || servers.size < 2) return false;
  hasWarned = true;
  return true;
}

/** For tests. */
export function forgetServers(): void {
  servers.clear();
  hasWarned = false;
}
