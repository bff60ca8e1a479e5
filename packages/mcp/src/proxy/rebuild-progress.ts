import type { JsonObject } from '@toolmark/core';
import { cleanDeep, isLong, pick } from './rebuild.ts';

/** Members of progress that go on; the token is replaced by the one that the client gave. */
export const PROGRESS = ['progress', 'total', 'message'];

/** How far a server is, as the client gets it; undefined for what is not progress. */
export function rebuildProgress(params: JsonObject): JsonObject | undefined {
  const { progress, total = 0, message = '' } = params;
  const isProgress = typeof progress === 'number' && typeof total === 'number' && typeof message === 'string';
  return isProgress && !isLong(params) ? (cleanDeep(pick(params, PROGRESS)) as JsonObject) : undefined;
}
