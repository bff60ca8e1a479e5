import path from 'node:path';
import type { Io } from './io.ts';

/** Where a user's programs keep what they can do without. A relative one is invalid and ignored, as the XDG specification says. */
export function cacheFolder({ env, home }: Pick<Io, 'env' | 'home'>): string {
  const given = env.XDG_CACHE_HOME ?? '';
  return path.isAbsolute(given) ? given : path.join(home, '.cache');
}
