import { quoteInert, ToolmarkError } from '@toolmark/core';
import { requirePublisher } from '../accounts/accounts.ts';
import type { Principal } from '../accounts/principal.ts';
import type { Writer } from '../database/connection.ts';
import { tidyWords } from '../database/full-text.ts';
import { ADMIN, ensureAdminAccount } from '../first-start/ensure-admin.ts';
import { type Line, readLines } from '../lines/read-lines.ts';
import { admitAll } from '../publishing/admit.ts';
import { inspect, MAX_DOCUMENT_BYTES } from '../publishing/inspect.ts';
import type { Inspected } from '../publishing/inspector.ts';
import type { Registry } from '../registry.ts';
import { type InspectedEntry, inspectEntry } from '../servers/inspect-entry.ts';
import { findServer } from '../servers/project-servers.ts';
import { admitOwnEntry, isKnown, MIRROR, nextMoment } from '../servers/publish-server.ts';
import { isSpace, itemInLine } from './item-in-line.ts';

export interface ImportOptions {
  /** The owner of the tools; `admin` by default. */
  readonly publisher?: string | undefined;
  /** Accept unsigned documents and unknown signers. */
  readonly unsigned?: boolean | undefined;
  /** Called after every batch. */
  readonly progress?: ((result: ImportResult) => void) | undefined;
}

export interface ImportResult {
  readonly imported: number;
  /** The same bytes were already published. */
  readonly unchanged: number;
  /** At most the first thousand; `refusedCount` counts all. */
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
}

export interface RefusedLine {
  readonly line: number;
  readonly code: string;
}

/** Documents in one transaction: a durable commit costs more than rows. */
const BATCH = 200;
/** Limits the memory, whatever the file contains. */
const BATCH_BYTES = 16 * 1024 * 1024;
const MAX_LISTED = 1_000;
/** A document and the object around it. */
const MAX_LINE_BYTES = MAX_DOCUMENT_BYTES + 1_024;

/** Publishes the contents of lines `{"document":…}` and `{"server":…}` unchanged, and counts the lines that are refused. */
export async function importDocuments(
  registry: Registry,
  source: AsyncIterable<Uint8Array>,
  { publisher = ADMIN, unsigned = false, progress }: ImportOptions = {},
): Promise<ImportResult> {
  const principal = await principalOf(registry, publisher);
  const result = { imported: 0, unchanged: 0, refused: [] as RefusedLine[], refusedCount: 0 };
  const refuse = (line: number, code: string) => {
    result.refusedCount += 1;
    if (result.refused.length < MAX_LISTED) result.refused.push({ line, code });
  };
  for await (const batch of batches(readLines(source, MAX_LINE_BYTES))) {
    const ready: ReadyLine[] = [];
    for (const line of batch) {
      const outcome = await prepare(registry, principal, line, unsigned);
      if (typeof outcome === 'string') refuse(line.number, outcome);
      else if (outcome !== undefined) ready.push(outcome);
    }
    for (const { line, outcome } of await write(registry, principal, ready)) {
      if (outcome === 'new' || outcome === 'held') result.imported += 1;
      else if (outcome === 'same') result.unchanged += 1;
      else refuse(line, outcome);
    }
    result.refused.sort((a, b) => a.line - b.line);
    progress?.(result);
  }
  await registry.database.write(tidyWords);
  return result;
}

/** Imported names count as reviewed: none is held. */
async function principalOf(registry: Registry, id: string): Promise<Principal> {
  if (id === ADMIN) await ensureAdminAccount(registry);
  await registry.database.write(writer => requirePublisher(writer, id));
  return { id, permissions: ['publish', 'admin'], namespace: undefined };
}

async function* batches(lines: AsyncIterable<Line>): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = [];
  let size = 0;
  for await (const line of lines) {
    batch.push(line);
    size += line.bytes?.length ?? 0;
    if (batch.length < BATCH && size < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

type ReadyLine =
  | { readonly line: number; readonly kind: 'document'; readonly bytes: Uint8Array; readonly inspected: Inspected }
  | { readonly line: number; readonly kind: 'server'; readonly inspected: InspectedEntry };

/** A valid document or entry, the code of a refusal, or undefined for an empty line. */
async function prepare(
  registry: Registry,
  principal: Principal,
  { number, bytes: line }: Line,
  unsigned: boolean,
): Promise<ReadyLine | string | undefined> {
  if (line === undefined) return 'request.too-large';
  if (line.every(isSpace)) return undefined;
  return await codeOnRefusal(async () => {
    const { kind, bytes } = itemInLine(line);
    if (kind === 'server') return { line: number, kind, inspected: inspectEntry(bytes, registry.now()) };
    const inspected = await inspect(registry, principal, bytes, { signature: unsigned ? 'optional' : 'required' });
    return { line: number, kind, bytes, inspected };
  });
}

interface WrittenLine {
  readonly line: number;
  /** The outcome of a receipt, or the code of a refusal. */
  readonly outcome: string;
}

async function write(
  registry: Registry,
  principal: Principal,
  ready: readonly ReadyLine[],
): Promise<readonly WrittenLine[]> {
  if (ready.length === 0) return [];
  const documents = ready.filter(item => item.kind === 'document');
  const entries = ready.filter(item => item.kind === 'server');
  return await registry.database.write(async writer => [
    ...(await writeDocuments(registry, writer, principal, documents)),
    ...(await writeEntries(registry, writer, principal, entries)),
  ]);
}

async function writeDocuments(
  registry: Registry,
  writer: Writer,
  principal: Principal,
  ready: readonly Extract<ReadyLine, { readonly kind: 'document' }>[],
): Promise<readonly WrittenLine[]> {
  if (ready.length === 0) return [];
  const claims = ready.map(({ bytes, inspected }) => ({ principal, bytes, inspected }));
  const results = await admitAll(registry, writer, claims);
  return results.map((result, index) => ({
    line: ready[index]?.line ?? 0,
    outcome: result instanceof ToolmarkError ? result.code : result.outcome,
  }));
}

async function writeEntries(
  { now }: Registry,
  writer: Writer,
  { id }: Principal,
  ready: readonly Extract<ReadyLine, { readonly kind: 'server' }>[],
): Promise<readonly WrittenLine[]> {
  if (ready.length === 0) return [];
  const at = await nextMoment(writer, now());
  const written: WrittenLine[] = [];
  for (const { line, inspected } of ready) {
    written.push({ line, outcome: await codeOnRefusal(() => importEntry(writer, at, id, inspected)) });
  }
  return written;
}

/** Does not take over servers of other publishers. */
async function importEntry(writer: Writer, at: number, id: string, inspected: InspectedEntry): Promise<'new' | 'same'> {
  const server = await findServer(writer, inspected.name);
  if (server === undefined || [id, MIRROR].includes(server.owner))
    return await admitOwnEntry(writer, at, id, inspected);
  if (await isKnown(writer, inspected)) return 'same';
  throw new ToolmarkError('publish.not-owner', `Another publisher owns ${quoteInert(inspected.name)} here.`);
}

/** Errors of the database end the import; any other error belongs to one line. */
async function codeOnRefusal<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolmarkError && !error.code.startsWith('store.')) return error.code;
    throw error;
  }
}
