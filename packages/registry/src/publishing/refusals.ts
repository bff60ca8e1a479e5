import type { SecurityEvent } from '@toolmark/client';
import { inert, isJsonObject, type Json, member, readJson, ToolmarkError } from '@toolmark/core';
import { type Principal, requirePermission } from '../accounts/principal.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { EventBodies } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';

/** Refusals that honest publishers cause by mistake are left out: admins would stop reading the list. */
const SUSPICIOUS = [
  ...['publish.tampered', 'publish.untrusted', 'publish.version-taken', 'publish.not-owner'],
  'publish.quarantined',
];

/** Records a suspicious attempt for admins. A failure here never hides the refusal itself. */
export async function rememberRefusal(
  { database, now, onRefused }: Registry,
  principal: Principal,
  bytes: Uint8Array,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ToolmarkError) || !SUSPICIOUS.includes(error.code)) return;
  onRefused?.(error.code);
  const { name, version } = claimedIdentity(bytes);
  const body = { code: error.code, version, message: error.message };
  const event = { kind: 'attempt.refused' as const, at: now().getTime(), actor: principal.id, subject: name, body };
  await database.write(writer => record(writer, event)).catch(() => {});
}

/** Name and version from the untrusted bytes, made inert and cut to the length of a name. */
function claimedIdentity(bytes: Uint8Array): { readonly name: string; readonly version: string } {
  const tool = toolIn(bytes);
  const text = (key: string) => {
    const value = tool === undefined || !isJsonObject(tool) ? undefined : member(tool, key);
    return typeof value === 'string' ? inert(value.slice(0, 128)) : '';
  };
  return { name: text('name'), version: text('version') };
}

function toolIn(bytes: Uint8Array): Json | undefined {
  try {
    const value = readJson(bytes);
    return isJsonObject(value) ? member(value, 'tool') : undefined;
  } catch {
    return undefined;
  }
}

/** Refused attempts, newest first. For admins. */
export async function listRefusals(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  { limit, before = Number.MAX_SAFE_INTEGER }: { readonly limit: number; readonly before?: number | undefined },
): Promise<readonly SecurityEvent[]> {
  requirePermission(principal, 'admin');
  const rows = await reader.all<Tables['events']>(sql`select seq, at, actor, subject, body from events
    where kind = 'attempt.refused' and seq < ${before} order by seq desc limit ${limit}`);
  return rows.map(({ seq, at, actor, subject, body }) => {
    const { code, version, message } = JSON.parse(body) as EventBodies['attempt.refused'];
    const attempt = { ...(version === undefined ? {} : { version }), code, message };
    return { id: seq, at: new Date(at).toISOString(), publisher: actor, tool: subject, ...attempt };
  });
}
