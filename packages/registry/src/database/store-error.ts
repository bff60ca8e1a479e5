import { setTimeout as pause } from 'node:timers/promises';
import { ToolmarkError } from '@toolmark/core';

/** Repeats work that fails with `store.busy` until the time is up. Other errors become `store.*` errors where possible. */
export async function retryWhileBusy<T>(patienceMs: number, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = asStoreError(error);
      if (!isStoreCode(reason, 'store.busy') || performance.now() > end) throw reason;
      await pause(2 + Math.random() * 10);
    }
  }
}

/** Maps errors of both drivers to the same `store.*` codes; returns any other error unchanged. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof ToolmarkError || !(error instanceof Error)) return error;
  const code = storeCode(error);
  return code === undefined ? error : storeError(code, error);
}

export function storeError(code: StoreCode, cause?: Error): ToolmarkError {
  return new ToolmarkError(code, MESSAGES[code], { cause });
}

export function isStoreCode(error: unknown, code: StoreCode): boolean {
  return error instanceof ToolmarkError && error.code === code;
}

const MESSAGES = {
  'store.busy': 'Another writer holds the database. Try again in a moment.',
  'store.full': 'The disk of the database is full. Nothing was written.',
  'store.conflict': 'Another request wrote the same at the same time. Try again.',
  'store.unavailable': 'The database cannot be reached or read. Try again in a moment.',
} as const;

export type StoreCode = keyof typeof MESSAGES;

function storeCode(error: Error): StoreCode | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return sqliteCode(errcode);
  const reason = typeof code === 'string' ? code : error.message;
  return POSTGRES.find(([pattern]) => pattern.test(reason))?.[1];
}

/** The lower byte is the primary result code. */
function sqliteCode(errcode: number): StoreCode | undefined {
  const primary = errcode & 0xff;
  if (primary === 5 || primary === 6) return 'store.busy';
  if (primary === 13) return 'store.full';
  if (primary === 19) return [1555, 2067].includes(errcode) ? 'store.conflict' : undefined;
  return [3, 8, 10, 11, 14, 26].includes(primary) ? 'store.unavailable' : undefined;
}

const POSTGRES: readonly (readonly [RegExp, StoreCode])[] = [
  [/^23505$/, 'store.conflict'],
  [/^(40001|40P01|55P03|57014)$/, 'store.busy'],
  [/^(53100|53200)$/, 'store.full'],
  [/^(08...|57P0.|53300|53400|25006|25P0.|28...|3D000|58...|XX00[12])$/, 'store.unavailable'],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/, 'store.unavailable'],
  // Errors of the driver itself have no code.
  [/^timeout exceeded when trying to connect$/, 'store.busy'],
  [/^(Connection terminated|Client (was closed|has encountered))/, 'store.unavailable'],
];
