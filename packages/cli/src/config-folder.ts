import path from 'node:path';
import type { Io } from './io.ts';

/** Where Toolmark keeps what belongs to the user. */
export function configFolder({ env, home }: Pick<Io, 'env' | 'home'>): string {
  return path.join(env.XDG_CONFIG_HOME || env.APPDATA || path.join(home, '.config'), 'toolmark');
}
