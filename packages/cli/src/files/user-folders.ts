import path from 'node:path';
import type { Io } from '../io.ts';

/** Tokens, logins and the lock of the user. */
export function configFolder({ env, home }: Pick<Io, 'env' | 'home'>): string {
  return path.join(env.XDG_CONFIG_HOME || env.APPDATA || path.join(home, '.config'), 'toolmark');
}

/** The XDG specification says to ignore a relative path. */
export function cacheFolder({ env, home }: Pick<Io, 'env' | 'home'>): string {
  const given = env.XDG_CACHE_HOME ?? '';
  return path.join(path.isAbsolute(given) ? given : path.join(home, '.cache'), 'toolmark');
}

/** Where packages are installed: `TOOLMARK_STORE`, or a folder of the user's cache. */
export function storeFolder(io: Pick<Io, 'env' | 'home' | 'cwd'>): string {
  return io.env.TOOLMARK_STORE ? path.resolve(io.cwd, io.env.TOOLMARK_STORE) : path.join(cacheFolder(io), 'store');
}
