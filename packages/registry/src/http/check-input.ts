import { type Finding, inert, type Json, readJson, ToolmarkError } from '@toolmark/core';
import type { z } from 'zod';

/** Reads a JSON body strictly and validates it; reports every fault. */
export function checkBody<T>(schema: z.ZodType<T>, bytes: Uint8Array): T {
  const value: Json = bytes.length === 0 ? {} : readJson(bytes);
  return check(schema, value, '');
}

/** Repeated parameters become lists. An unknown parameter is an error, because it may be a typo. */
export function checkQuery<T>(schema: z.ZodType<T>, search: URLSearchParams): T {
  const given = new Map<string, string | string[]>();
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key);
    refuseNul(values, '/query');
    given.set(key, values.length === 1 ? (values[0] ?? '') : values);
  }
  return check(schema, Object.fromEntries(given), '/query');
}

function check<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const findings = result.error.issues.slice(0, MAX_FINDINGS).map(issue => toFinding(issue, at));
  const [first] = findings;
  const message = `Invalid request: ${first?.message ?? 'it does not match its schema'}`;
  throw new ToolmarkError('request.malformed', message, { findings, pointer: first?.pointer ?? at });
}

/** An answer must not be many times as large as the invalid request. */
const MAX_FINDINGS = 50;
const MAX_MESSAGE = 300;

/** Checks the decoded parts of a path. */
export function checkPath(parts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  refuseNul(Object.values(parts), '/path');
  return parts;
}

/** PostgreSQL cannot store NUL in text. */
export function refuseNul(texts: readonly string[], pointer: string): void {
  if (!texts.some(text => text.includes('\0'))) return;
  throw new ToolmarkError('request.malformed', 'Invalid request: it contains a NUL', { pointer });
}

function toFinding({ path, message }: z.core.$ZodIssue, at: string): Finding {
  const keys = path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const pointer = inert((at + keys.join('')).slice(0, MAX_MESSAGE));
  return { code: 'request.malformed', severity: 'error', pointer, message: inert(message.slice(0, MAX_MESSAGE)) };
}

/** The id after which a page starts, for lists that are ordered by id. */
export function parseIdCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ToolmarkError('request.bad-cursor', 'This registry did not issue that cursor. Start without it.');
}
