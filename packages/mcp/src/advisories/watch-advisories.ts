import type { KeyObject } from 'node:crypto';
import {
  type Advisory,
  type AdvisoryList,
  advisoryKey,
  type Digest,
  findAdvisory,
  inert,
  ToolmarkError,
  verifyAdvisories,
} from '@toolmark/core';
import { withFileLock } from '../connect/file-lock.ts';
import type { Advisories } from './advisories.ts';
import { type Fetch, type Fetched, fetchAdvisories } from './fetch-advisories.ts';
import { makeListFolder, readListFile, writeListFile } from './list-file.ts';
import { registryAddress } from './registry-address.ts';

export interface WatchOptions {
  /** The address of the registry, without the path of the list. */
  readonly url: string;
  /** Public keys of the registry. */
  readonly keys: readonly KeyObject[];
  /** Where the last list is remembered. */
  readonly cacheFile: string;
  /** Start without any list; otherwise that is refused. */
  readonly isOptional?: boolean;
  readonly pollMs?: number;
  /** For one answer of the registry. */
  readonly timeoutMs?: number;
  readonly fetch: Fetch;
  talk(line: string): void;
  now(): number;
  /** Does something again and again until it is called off; by a timer that keeps no process alive unless given. */
  readonly repeat?: (work: () => Promise<void>, everyMs: number) => () => void;
}

const POLL_MS = 5 * 60 * 1000;
const TIMEOUT_MS = 5_000;
/** How far ahead the clock of a registry may be. */
const MAX_AHEAD_MS = 5 * 60 * 1000;

/**
 * Follows the advisories of a registry (docs/spec/advisories.md, section 5). Throws `guard.advisories-unavailable` when
 * there is neither an answer nor a remembered list.
 */
export async function watchAdvisories(options: WatchOptions): Promise<Advisories & { close(): void }> {
  const watch = new AdvisoryWatch(options);
  watch.recall();
  await watch.poll();
  watch.refuseEmptyHanded();
  const stop = (options.repeat ?? repeatByTimer)(() => watch.poll(), options.pollMs ?? POLL_MS);
  return {
    refusalOf: (_server, _tool, digest) => watch.refusalOf(digest),
    onChange: listener => void watch.listeners.push(listener),
    close: () => watch.close(stop),
  };
}

function repeatByTimer(work: () => Promise<void>, everyMs: number): () => void {
  const timer = setInterval(() => void work(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

class AdvisoryWatch {
  readonly listeners: (() => void)[] = [];
  private readonly options: WatchOptions;
  private readonly url: URL;
  private list: AdvisoryList | undefined;
  private etag: string | undefined;
  /** What was last wrong with the registry, so that each trouble is told once. */
  private trouble: ToolmarkError | undefined;
  private hasToldStale = false;
  private polling: Promise<void> | undefined;
  private asking: AbortController | undefined;
  private isClosed = false;

  constructor(options: WatchOptions) {
    this.options = options;
    this.url = registryAddress(options.url);
    for (const key of options.keys) advisoryKey(key);
  }

  /** Begins with what an earlier guard has seen: a registry cannot go back behind that. */
  recall(): void {
    const remembered = this.readCache();
    if (remembered !== undefined) this.list = remembered;
  }

  poll(): Promise<void> {
    this.polling ??= this.ask().finally(() => {
      this.polling = undefined;
    });
    return this.polling;
  }

  refuseEmptyHanded(): void {
    if (this.list !== undefined) return;
    const { isOptional, talk } = this.options;
    const reason = this.trouble?.message ?? 'The registry said nothing.';
    if (isOptional !== true) {
      throw new ToolmarkError(
        'guard.advisories-unavailable',
        `There are no advisories to go by. ${reason} Try again, or start without them by --registry-optional.`,
        { cause: this.trouble },
      );
    }
    talk('WARNING: there are no advisories to go by. No tool is denied for an incident until the registry answers.');
  }

  refusalOf(digest: Digest): string | undefined {
    this.tellWhenStale();
    const advisory = this.list === undefined ? undefined : findAdvisory(this.list, digest);
    return advisory === undefined ? undefined : sentenceOf(advisory);
  }

  close(stop: () => void): void {
    stop();
    this.isClosed = true;
    this.asking?.abort();
  }

  private async ask(): Promise<void> {
    const { fetch, timeoutMs = TIMEOUT_MS } = this.options;
    const asking = new AbortController();
    this.asking = asking;
    const timer = setTimeout(() => asking.abort(), timeoutMs);
    try {
      // A registry that would still serve a list that has expired is asked for all of it, and refused.
      const fetched = await fetchAdvisories(fetch, this.url, this.isFresh() ? this.etag : undefined, asking.signal);
      if (fetched !== undefined) await this.take(fetched);
      this.tellRecovery();
    } catch (error) {
      if (!this.isClosed) this.tellTrouble(error instanceof ToolmarkError ? error : unexpected(error));
    } finally {
      clearTimeout(timer);
    }
    this.tellWhenStale();
  }

  private async take({ bytes, etag }: Fetched): Promise<void> {
    const list = verifyAdvisories(bytes, this.options.keys);
    refuseUntimely(list, this.options.now());
    const age = this.compareWithLast(list);
    if (age < 0) {
      throw new ToolmarkError(
        'advisories.rollback',
        `The registry serves a list of ${list.issuedAt}, and there was one of ${this.list?.issuedAt} already.`,
      );
    }
    this.etag = etag;
    if (age === 0) return;
    this.list = list;
    this.hasToldStale = false;
    await this.remember(bytes);
    for (const listener of this.listeners) listener();
  }

  /** Later, the same, or earlier than the list that counts: above, at or below zero. */
  private compareWithLast({ issuedAt }: AdvisoryList): number {
    return this.list === undefined ? 1 : timeOf(issuedAt) - timeOf(this.list.issuedAt);
  }

  /** Another guard may have seen a later list meanwhile; then that one counts here too. */
  private async remember(bytes: Uint8Array): Promise<void> {
    const { cacheFile } = this.options;
    try {
      makeListFolder(cacheFile);
      await withFileLock(cacheFile, stillHeld => {
        const remembered = this.readCache();
        if (remembered !== undefined && this.compareWithLast(remembered) >= 0) this.list = remembered;
        else writeListFile(cacheFile, bytes, stillHeld);
      });
    } catch (error) {
      this.options.talk(`The advisories cannot be remembered: ${reasonOf(error)}.`);
    }
  }

  private readCache(): AdvisoryList | undefined {
    const { cacheFile, keys, talk } = this.options;
    try {
      const bytes = readListFile(cacheFile);
      return bytes === undefined ? undefined : verifyAdvisories(bytes, keys);
    } catch (error) {
      talk(`WARNING: the remembered advisories are not believed: ${reasonOf(error)}`);
      return undefined;
    }
  }

  private isFresh(): boolean {
    return this.list !== undefined && this.options.now() < timeOf(this.list.expiresAt);
  }

  private tellTrouble(error: ToolmarkError): void {
    const isKnown = this.trouble?.code === error.code;
    this.trouble = error;
    if (isKnown) return;
    const rest = this.list === undefined ? '' : ` The advisories of ${this.list.issuedAt} count.`;
    this.options.talk(`${error.message}${rest} [${error.code}]`);
  }

  private tellRecovery(): void {
    if (this.trouble !== undefined) this.options.talk('The registry answers again.');
    this.trouble = undefined;
  }

  private tellWhenStale(): void {
    if (this.list === undefined || this.isFresh() || this.hasToldStale) return;
    this.hasToldStale = true;
    this.options.talk(
      `WARNING: the advisories expired at ${this.list.expiresAt} and there are no newer ones. What they name stays denied; ` +
        'newer incidents are not known. See to it that the registry can be reached.',
    );
  }
}

function refuseUntimely({ issuedAt, expiresAt }: AdvisoryList, now: number): void {
  if (timeOf(expiresAt) <= now) {
    throw new ToolmarkError('advisories.expired', `The registry serves a list that expired at ${expiresAt}.`);
  }
  if (timeOf(issuedAt) <= now + MAX_AHEAD_MS) return;
  throw new ToolmarkError('advisories.future', `The registry serves a list of ${issuedAt}. Check the clocks.`);
}

/** Fit for people and models alike: a registry is trusted to warn, not to steer. */
function sentenceOf({ id, severity, summary }: Advisory): string {
  return `The tool is under the advisory ${id} (${severity}): ${inert(summary)}`;
}

function timeOf(text: string): number {
  return Date.parse(text);
}

function reasonOf(error: unknown): string {
  if (error instanceof ToolmarkError) return `${error.message} [${error.code}]`;
  return inert((error as NodeJS.ErrnoException).code ?? String(error));
}

function unexpected(error: unknown): ToolmarkError {
  const message = `The registry cannot be asked: ${inert(error instanceof Error ? error.message : String(error))}.`;
  return new ToolmarkError('advisories.unreachable', message, { cause: error });
}
