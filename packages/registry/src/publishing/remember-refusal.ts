import { inert, isJsonObject, type Json, member, readJson, ToolmarkError } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';

/** What honest publishers run into by mistake is not listed: admins would stop reading. */
const SUSPICIOUS = [
  ...['publish.tampered', 'publish.untrusted', 'publish.version-taken', 'publish.not-owner'],
  'publish.quarantined',
];

/** Writes down an attempt that an admin should know of. Whatever becomes of that, the publisher gets the real reason. */
export async function rememberRefusal(
  { database, now, onRefused }: Registry,
  principal: Principal,
  bytes: Uint8Array,
  error: unknown,
): Promise<void> {
  if (!isSuspicious(error)) return;
  onRefused?.(error.code);
  const { name, version } = claimedIdentity(bytes);
  const body = { code: error.code, version, message: error.message };
  const event = { kind: 'attempt.refused' as const, at: now().getTime(), actor: principal.id, subject: name, body };
  await database.write(writer => record(writer, event)).catch(() => {});
}

function isSuspicious(error: unknown): error is ToolmarkError {
  return error instanceof ToolmarkError && SUSPICIOUS.includes(error.code);
}

/** What the bytes say of themselves, cut to what a name can be. */
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
