import { setImmediate as turn } from 'node:timers/promises';
import { member, needsReview } from '@toolmark/core';
import { keepSetting, readJsonSetting } from '../database/settings.ts';
import type { Writer } from '../database/tables.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { flagLowScore } from './flag-low-score.ts';

const EVERY_MS = 24 * 60 * 60 * 1000;

/** Few enough that whoever wants to write meanwhile hardly waits. */
const CHUNK = 200;

const SETTING = 'scores.sweep';

/**
 * Makes every score anew once a day, because voices and consumers grow old without anything happening. How far it came is
 * kept in the database: a sweep that was broken off goes on, and of several processes each does a part.
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

  /** Looks now and then whether it is time. What fails is tried again the next time. */
  start(onError: (error: unknown) => void, lookEveryMs = 10 * 60 * 1000): this {
    this.#timer = setInterval(() => void this.run().catch(onError), lookEveryMs).unref();
    return this;
  }

  /** Does what is to be done by now, and returns how many chunks that was. */
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
  /** The last tool that is done; none when all are. */
  readonly after: number | null;
}

/** One event for the next tools. Whether there were any. */
async function refreshChunk(writer: Writer, at: number, size: number): Promise<boolean> {
  const { startedAt, after } = await dueProgress(writer, at);
  if (after === null) return false;
  const tools = await writer
    .selectFrom('tools')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(size)
    .execute();
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
  const tools = await writer
    .selectFrom('tools')
    .select(['id', 'score'])
    .where('id', '>=', from)
    .where('id', '<=', to)
    .orderBy('id')
    .execute();
  for (const { id } of tools.filter(({ score }) => needsReview(score))) await flagLowScore(writer, id, at);
}

async function dueProgress(writer: Writer, at: number): Promise<Progress> {
  const value = await readJsonSetting(writer, SETTING);
  const begin = { startedAt: at, after: 0 };
  if (value === undefined) return begin;
  const startedAt = Number(member(value, 'startedAt'));
  const after = member(value, 'after');
  // A clock that went back must not put sweeps off until it has caught up.
  const isDue = at - startedAt >= EVERY_MS || at < startedAt;
  if (typeof after === 'number') return { startedAt, after };
  return isDue ? begin : { startedAt, after: null };
}
