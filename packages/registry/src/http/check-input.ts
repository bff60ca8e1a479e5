import { type Finding, inert, type Json, readJson, ToolmarkError } from '@toolmark/core';
import type { z } from 'zod';

/** A body of JSON, read strictly and compared with its schema; every fault is reported. */
export function checkBody<T>(schema: z.ZodType<T>, bytes: Uint8Array): T {
  const value: Json = bytes.length === 0 ? {} : readJson(bytes);
  return check(schema, value, '');
}

/** Repeated parameters become lists; a name that the route does not know is an error, because it may be a typo. */
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
  const message = `The request is not well formed: ${first?.message ?? 'it does not fit its schema'}`;
  throw new ToolmarkError('request.malformed', message, { findings, pointer: first?.pointer ?? at });
}

/** A body of faults must not be answered with one many times its size. */
const MAX_FINDINGS = 50;
const MAX_MESSAGE = 300;

/** Parts of a path, decoded: whatever they name, it is not in the database. */
export function checkPath(parts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  refuseNul(Object.values(parts), '/path');
  return parts;
}

/** PostgreSQL keeps no NUL in a text, and nobody means one. */
export function refuseNul(texts: readonly string[], pointer: string): void {
  if (!texts.some(text => text.includes('\0'))) return;
  throw new ToolmarkError('request.malformed', 'The request is not well formed: it has a NUL in it', { pointer });
}

function toFinding({ path, message }: z.core.$ZodIssue, at: string): Finding {
  const keys = path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const pointer = inert((at + keys.join('')).slice(0, MAX_MESSAGE));
  return { code: 'request.malformed', severity: 'error', pointer, message: inert(message.slice(0, MAX_MESSAGE)) };
}
