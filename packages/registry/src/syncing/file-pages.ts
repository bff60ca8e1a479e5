import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { inert, isJsonObject, type Json, quoteInert, readJson, ToolmarkError } from '@toolmark/core';
import { convert, isToolhiveRegistry, serversOf, toolhiveEntriesOf } from '@toolmark/core/formats';
import { readLines } from '../lines/read-lines.ts';
import { MAX_ENTRY_BYTES } from '../servers/inspect-entry.ts';
import { candidateOf } from './candidate.ts';
import { isRawList, isRawObject, rawItems, rawMembers, rawValues } from './raw-json.ts';
import type { SyncPage, SyncRemark } from './sync-servers.ts';

const BATCH = 100;
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;
/** An entry and its metadata. */
const MAX_LINE_BYTES = 2 * MAX_ENTRY_BYTES;

/**
 * The entries of a file: one per line of a `.jsonl` of any size, or a JSON list, a page of the API, or a ToolHive registry
 * in either form. Throws `sync.*`.
 */
export async function* filePages(file: string): AsyncGenerator<SyncPage> {
  if (/\.(jsonl|ndjson)$/i.test(file)) yield* linePages(file);
  else yield* bytesPages(await readWhole(file));
}

async function* linePages(file: string): AsyncGenerator<SyncPage> {
  let items: Uint8Array[] = [];
  let remarks: SyncRemark[] = [];
  for await (const { number, bytes } of readLines(createReadStream(file), MAX_LINE_BYTES)) {
    if (bytes === undefined) remarks.push(tooLong(number));
    else if (bytes.some(byte => byte > 0x20)) items.push(bytes);
    if (items.length + remarks.length < BATCH) continue;
    yield { candidates: items.map(candidateOf), remarks };
    [items, remarks] = [[], []];
  }
  yield { candidates: items.map(candidateOf), remarks };
}

function tooLong(line: number): SyncRemark {
  const reason = `Line ${line} has more than ${MAX_LINE_BYTES} bytes.`;
  return { kind: 'refused', name: '', version: '', code: 'request.too-large', reason };
}

async function readWhole(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size <= MAX_WHOLE_BYTES) return new Uint8Array(await readFile(file));
  const message = `${quoteInert(file)} has more than ${MAX_WHOLE_BYTES} bytes. Use a .jsonl file with one entry per line.`;
  throw new ToolmarkError('sync.too-large', message);
}

/** The entries of a file in memory. */
export function* bytesPages(bytes: Uint8Array): Generator<SyncPage> {
  const values = rawValues(bytes);
  const [only, another] = values;
  if (only === undefined) throw new ToolmarkError('sync.empty', 'The file is empty.');
  if (another !== undefined) return yield* batches(values);
  if (isRawList(only)) return yield* batches(rawItems(only));
  const servers = isRawObject(only) ? rawMembers(only).get('servers') : undefined;
  if (servers !== undefined && isRawList(servers)) return yield* batches(rawItems(servers));
  const value = readJson(only, { maxBytes: MAX_WHOLE_BYTES, maxValues: 10_000_000 });
  if (isJsonObject(value) && isToolhiveRegistry(value)) return yield* toolhivePages(toolhiveEntriesOf(value));
  const listed = serversOf(value).map(({ server }) => encode(server));
  yield* batches(listed.length > 0 ? listed : [only]);
}

function* batches(items: readonly Uint8Array[]): Generator<SyncPage> {
  for (let at = 0; at < items.length; at += BATCH) yield { candidates: items.slice(at, at + BATCH).map(candidateOf) };
}

function* toolhivePages(entries: readonly { readonly key: string; readonly entry: Json }[]): Generator<SyncPage> {
  for (let at = 0; at < entries.length; at += BATCH) {
    const remarks: SyncRemark[] = [];
    const items = entries.slice(at, at + BATCH).flatMap(({ key, entry }) => converted(key, entry, remarks));
    yield { candidates: items.map(candidateOf), remarks };
  }
}

function converted(key: string, entry: Json, remarks: SyncRemark[]): Uint8Array[] {
  const name = inert(key.slice(0, 200));
  try {
    const { result, losses } = convert(entry, { from: 'toolhive', to: 'upstream', name: key });
    for (const { pointer, reason } of losses) {
      remarks.push({ kind: 'loss', name, version: '', code: 'convert.loss', reason: `${inert(pointer)}: ${reason}` });
    }
    return [encode(result)];
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    remarks.push({ kind: 'refused', name, version: '', code: error.code, reason: error.message });
    return [];
  }
}

function encode(value: Json): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
