import type { Stats } from 'node:fs';
import type { Stamp } from './manifest.ts';

/** The size of a folder depends on the file system alone, and on some of them on nothing at all. */
export function stampOf(stats: Stats): Stamp {
  return [stats.isDirectory() ? 0 : stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino, stats.mode];
}

export function isStamp(stats: Stats, [size, mtimeMs, ctimeMs, ino, mode]: Stamp): boolean {
  return (
    stats.ctimeMs === ctimeMs &&
    stats.mtimeMs === mtimeMs &&
    stats.ino === ino &&
    stats.mode === mode &&
    (stats.size === size || stats.isDirectory())
  );
}
