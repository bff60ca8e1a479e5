import { isJsonObject, type Json, type JsonObject, member, readJson, sha256, ToolmarkError } from '@toolmark/core';
import type { Tables } from '../database/tables.ts';
import type { EventBodies } from '../events/event.ts';
import { isEventKind } from '../events/project.ts';

export type BackupEvent = Tables['events'];

export type BackupLine =
  | { readonly kind: 'start' }
  | { readonly kind: 'event'; readonly event: BackupEvent }
  | { readonly kind: 'blob'; readonly digest: string; readonly bytes: Uint8Array }
  | { readonly kind: 'setting'; readonly key: string; readonly value: string }
  | {
      readonly kind: 'end';
      readonly events: number;
      readonly blobs: number;
      readonly settings: number;
      readonly digest: string;
    };

/** Parses one line of a backup; the first one names the format. Throws `backup.*`. */
export function parseBackupLine(bytes: Uint8Array, number: number): BackupLine {
  const value = readLine(bytes, number);
  if (number === 1) return parseStart(value);
  const [first] = Object.keys(value);
  switch (first) {
    case 'event':
      return { kind: 'event', event: parseEvent(objectIn(value, 'event', number), number) };
    case 'blob':
      return parseBlob(value, number);
    case 'setting':
      return { kind: 'setting', key: textIn(value, 'setting', number), value: textIn(value, 'value', number) };
    case 'end':
      return parseEnd(objectIn(value, 'end', number), number);
    default:
      throw damaged(number, 'its kind is unknown');
  }
}

function readLine(bytes: Uint8Array, number: number): JsonObject {
  let value: Json;
  try {
    value = readJson(bytes);
  } catch (error) {
    throw damaged(number, error instanceof ToolmarkError ? error.message : 'it is not JSON');
  }
  if (isJsonObject(value)) return value;
  throw damaged(number, 'it is not an object');
}

function parseStart(value: JsonObject): BackupLine {
  const version = member(value, 'toolmarkRegistryBackup');
  if (version === 1) return { kind: 'start' };
  if (version === undefined) throw damaged(1, 'it is not the first line of a registry backup');
  throw new ToolmarkError('backup.newer', 'This backup was created by a newer Toolmark. Restore it with that version.');
}

function parseEvent(value: JsonObject, number: number): BackupEvent {
  const kind = textIn(value, 'kind', number);
  if (!isEventKind(kind)) {
    throw new ToolmarkError('backup.newer', `Line ${number} holds an event that only a newer Toolmark knows.`);
  }
  const body = textIn(value, 'body', number);
  readLine(new TextEncoder().encode(body), number);
  const who = { actor: textIn(value, 'actor', number), subject: textIn(value, 'subject', number) };
  return { seq: countIn(value, 'seq', number), at: countIn(value, 'at', number), ...who, kind, body };
}

function parseBlob(value: JsonObject, number: number): BackupLine {
  const digest = textIn(value, 'blob', number);
  const bytes = new Uint8Array(Buffer.from(textIn(value, 'bytes', number), 'base64'));
  if (sha256(bytes) !== digest) throw damaged(number, 'the bytes do not match the digest');
  return { kind: 'blob', digest, bytes };
}

function parseEnd(value: JsonObject, number: number): BackupLine {
  const count = (name: string) => countIn(value, name, number);
  const counts = { events: count('events'), blobs: count('blobs'), settings: count('settings') };
  return { kind: 'end', ...counts, digest: textIn(value, 'digest', number) };
}

function objectIn(value: JsonObject, name: string, number: number): JsonObject {
  const found = member(value, name);
  if (found !== undefined && isJsonObject(found)) return found;
  throw damaged(number, `"${name}" is not an object`);
}

function textIn(value: JsonObject, name: string, number: number): string {
  const found = member(value, name);
  if (typeof found === 'string') return found;
  throw damaged(number, `"${name}" is not a string`);
}

function countIn(value: JsonObject, name: string, number: number): number {
  const found = member(value, name);
  if (typeof found === 'number' && Number.isSafeInteger(found) && found >= 0) return found;
  throw damaged(number, `"${name}" is not a whole number`);
}

export function damaged(line: number, reason: string): ToolmarkError {
  return new ToolmarkError('backup.damaged', `Line ${line}: ${reason}.`);
}

/** The digest of the bytes that an event names. Two events name the same bytes only where one bundle is about two servers. */
export function namedBlob({ kind, body }: Pick<BackupEvent, 'kind' | 'body'>): string | undefined {
  if (kind !== 'tool.published' && kind !== 'server.published' && kind !== 'attestation.added') return undefined;
  const { digest } = JSON.parse(body) as EventBodies[typeof kind];
  return digest;
}
