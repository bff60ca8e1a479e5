import { setImmediate as turn } from 'node:timers/promises';
import { member } from '@toolmark/core';
import { needsReview } from '@toolmark/core/registry';
import type { Writer } from '../database/connection.ts';
import { keepSetting, readJsonSetting } from '../database/settings.ts';
import { literal, sql } from '../database/statement.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { flagLowScore } from './flag-low-score.ts';

const EVERY_MS = 24 * 60 * 60 * 1000;

/** Small enough that other writers hardly wait. */
const CHUNK = 200;

const SETTING = 'scores.sweep';

/**
 * Computes every score again once a day, because feedback and downloads lose weight with age. The progress is kept in the
 * database: an interrupted sweep resumes, and several processes share the work.
 */
export class ScoreSweep {
  readonly #registry: Registry;
  readonly #chunk: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<number> | undefined;
  #isClosed = false;

  constructor(registry: Registry, chunk = CHUNK) {
    this.#registry = registry;
    this.#chunk = chunk;
  }

  /** Checks regularly whether a sweep is due. A failed chunk is tried again at the next check. */
  start(onError: (error: unknown) => void, checkEveryMs = 10 * 60 * 1000): this {
    this.#timer = setInterval(() => void this.run().catch(onError), checkEveryMs).unref();
    return this;
  }

  /** Does the work that is due and returns the number of chunks. */
  run(): Promise<number> {
    this.#running ??= this.#sweep().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running?.catch(() => {});
  }

  async #sweep(): Promise<number> {
    for (let chunks = 0; ; chunks += 1) {
      if (this.#isClosed || !(await this.#next())) return chunks;
      await turn();
    }
  }

  async #next(): Promise<boolean> {
    const { database, now } = this.#registry;
    return await database.write(writer => refreshChunk(writer, now().getTime(), this.#chunk));
  }
}

interface Progress {
  readonly startedAt: number;
  /** The last tool that is done; null when all are. */
  readonly after: number | null;
}

/** Records one event for the next tools. Returns whether there were any. */
async function refreshChunk(writer: Writer, at: number, size: number): Promise<boolean> {
  const { startedAt, after } = await dueProgress(writer, at);
  if (after === null) return false;
  const tools = await writer.all<{ id: number }>(
    sql`select id from tools where id > ${after} order by id limit ${literal(size)}`,
  );
  const [first, last] = [tools[0]?.id, tools.at(-1)?.id];
  const progress: Progress = { startedAt, after: tools.length < size ? null : (last ?? null) };
  await keepSetting(writer, SETTING, JSON.stringify(progress));
  if (first === undefined || last === undefined) return false;
  const body = { from: first, to: last };
  await record(writer, { kind: 'scores.refreshed', at, actor: 'registry', subject: '', body });
  await flagLowScores(writer, body, at);
  return true;
}

async function flagLowScores(
  writer: Writer,
  { from, to }: { readonly from: number; readonly to: number },
  at: number,
): Promise<void> {
  const tools = await writer.all<{ id: number; score: number }>(
    sql`select id, score from tools where id >= ${from} and id <= ${to} order by id`,
  );
  for (const { id } of tools.filter(({ score }) => needsReview(score))) await flagLowScore(writer, id, at);
}

async function dueProgress(writer: Writer, at: number): Promise<Progress> {
  const value = await readJsonSetting(writer, SETTING);
  const begin = { startedAt: at, after: 0 };
  if (value === undefined) return begin;
  const startedAt = Number(member(value, 'startedAt'));
  const after = member(value, 'after');
  // A clock that went back must not delay sweeps until it has caught up.
  const isDue = at - startedAt >= EVERY_MS || at < startedAt;
  if (typeof after === 'number') return { startedAt, after };
  return isDue ? begin : { startedAt, after: null };
}
