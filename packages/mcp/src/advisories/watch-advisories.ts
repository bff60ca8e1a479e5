import type { KeyObject } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Digest, inert, type JsonObject, ToolmarkError } from '@toolmark/core';
import {
  type Advisory,
  type AdvisoryList,
  advisoryKey,
  findAdvisory,
  MAX_ADVISORIES_BYTES,
  verifyAdvisories,
} from '@toolmark/core/sign';
import { withFileLock } from '../connect/file-lock.ts';
import { readPrivateFile, replacePrivateFile } from '../connect/private-file.ts';
import { type Fetch, type Fetched, fetchAdvisories, registryAddress } from './fetch-advisories.ts';

/** Known incidents, checked before every call. */
export interface Advisories {
  /** Why the tool must not be called now. */
  refusalOf(server: string, tool: JsonObject, digest: Digest): string | undefined;
  /** Calls back when another list takes effect. */
  onChange?(listener: () => void): void;
}

export interface WatchOptions {
  /** The URL of the registry. */
  readonly url: string;
  /** Public keys of the registry. */
  readonly keys: readonly KeyObject[];
  /** The cached list. */
  readonly cacheFile: string;
  /** Start even without a list. */
  readonly isOptional?: boolean;
  /** For one request. */
  readonly timeoutMs?: number;
  readonly fetch: Fetch;
  stderr(line: string): void;
  now(): number;
  /** Repeats work until the returned function is called. Default: a timer that does not keep the process alive. */
  readonly repeat?: (work: () => Promise<void>, everyMs: number) => () => void;
}

const POLL_MS = 5 * 60 * 1000;
const TIMEOUT_MS = 5_000;
/** Allowed clock skew. */
const MAX_AHEAD_MS = 5 * 60 * 1000;

/** Polls the advisories of a registry (docs/spec/advisories.md, section 5). Throws `guard.advisories-unavailable` without a list. */
export async function watchAdvisories(options: WatchOptions): Promise<Advisories & { close(): void }> {
  const watch = new AdvisoryWatch(options);
  watch.recall();
  await watch.poll();
  watch.refuseWithoutList();
  const stop = (options.repeat ?? repeatByTimer)(() => watch.poll(), POLL_MS);
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
  /** The last error, so that each is reported once. */
  private lastError: ToolmarkError | undefined;
  private hasReportedStale = false;
  private polling: Promise<void> | undefined;
  private asking: AbortController | undefined;
  private isClosed = false;

  constructor(options: WatchOptions) {
    this.options = options;
    this.url = registryAddress(options.url);
    for (const key of options.keys) advisoryKey(key);
  }

  /** Starts with the cached list: the registry cannot roll back behind it. */
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

  refuseWithoutList(): void {
    if (this.list !== undefined) return;
    const { isOptional } = this.options;
    const reason = this.lastError?.message ?? 'The registry did not respond.';
    if (isOptional !== true) {
      throw new ToolmarkError(
        'guard.advisories-unavailable',
        `No advisories available. ${reason} Try again, or start without advisories with --registry-optional.`,
        { cause: this.lastError },
      );
    }
    this.options.stderr('WARNING: no advisories available. Incidents are not enforced until the registry responds.');
  }

  refusalOf(digest: Digest): string | undefined {
    this.reportStale();
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
      // Without an ETag once the list has expired: a 304 must not keep it in use.
      const fetched = await fetchAdvisories(fetch, this.url, this.isFresh() ? this.etag : undefined, asking.signal);
      if (fetched !== undefined) await this.take(fetched);
      this.reportRecovery();
    } catch (error) {
      if (!this.isClosed) this.reportError(error instanceof ToolmarkError ? error : unexpected(error));
    } finally {
      clearTimeout(timer);
    }
    this.reportStale();
  }

  private async take({ bytes, etag }: Fetched): Promise<void> {
    const list = verifyAdvisories(bytes, this.options.keys);
    refuseUntimely(list, this.options.now());
    const age = this.compareWithLast(list);
    if (age < 0) {
      throw new ToolmarkError(
        'advisories.rollback',
        `The registry serves the list of ${list.issuedAt}, which is older than the known list of ${this.list?.issuedAt}.`,
      );
    }
    this.etag = etag;
    if (age === 0) return;
    this.list = list;
    this.hasReportedStale = false;
    await this.remember(bytes);
    for (const listener of this.listeners) listener();
  }

  /** Positive if newer than the current list, zero if the same, negative if older. */
  private compareWithLast({ issuedAt }: AdvisoryList): number {
    return this.list === undefined ? 1 : timeOf(issuedAt) - timeOf(this.list.issuedAt);
  }

  /** Another guard may have cached a newer list, which then also applies here. */
  private async remember(bytes: Uint8Array): Promise<void> {
    const { cacheFile } = this.options;
    try {
      mkdirSync(path.dirname(cacheFile), { recursive: true, mode: 0o700 });
      await withFileLock(cacheFile, stillHeld => {
        const remembered = this.readCache();
        if (remembered !== undefined && this.compareWithLast(remembered) >= 0) this.list = remembered;
        else replacePrivateFile(cacheFile, bytes, stillHeld);
      });
    } catch (error) {
      this.options.stderr(`Could not cache the advisories: ${reasonOf(error)}.`);
    }
  }

  private readCache(): AdvisoryList | undefined {
    const { cacheFile, keys } = this.options;
    try {
      // One byte more than allowed is enough to refuse the list.
      const bytes = readPrivateFile(cacheFile, MAX_ADVISORIES_BYTES + 1)?.bytes;
      return bytes === undefined ? undefined : verifyAdvisories(bytes, keys);
    } catch (error) {
      this.options.stderr(`WARNING: the cached advisories are invalid: ${reasonOf(error)}`);
      return undefined;
    }
  }

  private isFresh(): boolean {
    return this.list !== undefined && this.options.now() < timeOf(this.list.expiresAt);
  }

  private reportError(error: ToolmarkError): void {
    const isKnown = this.lastError?.code === error.code;
    this.lastError = error;
    if (isKnown) return;
    const rest = this.list === undefined ? '' : ` Using the advisories of ${this.list.issuedAt}.`;
    this.options.stderr(`${error.message}${rest} [${error.code}]`);
  }

  private reportRecovery(): void {
    if (this.lastError !== undefined) this.options.stderr('The registry responds again.');
    this.lastError = undefined;
  }

  private reportStale(): void {
    if (this.list === undefined || this.isFresh() || this.hasReportedStale) return;
    this.hasReportedStale = true;
    this.options.stderr(
      `WARNING: the advisories expired at ${this.list.expiresAt}. Tools they name stay denied; newer incidents are unknown. ` +
        'Check that the registry is reachable.',
    );
  }
}

function refuseUntimely({ issuedAt, expiresAt }: AdvisoryList, now: number): void {
  if (timeOf(expiresAt) <= now) {
    throw new ToolmarkError('advisories.expired', `The registry serves a list that expired at ${expiresAt}.`);
  }
  if (timeOf(issuedAt) <= now + MAX_AHEAD_MS) return;
  throw new ToolmarkError(
    'advisories.future',
    `The registry serves a list dated ${issuedAt}, in the future. Check the clocks.`,
  );
}

/** Inert: a registry is trusted to warn people and models, not to instruct them. */
function sentenceOf({ id, severity, summary }: Advisory): string {
  return `Advisory ${id} (${severity}): ${inert(summary)}`;
}

function timeOf(text: string): number {
  return Date.parse(text);
}

function reasonOf(error: unknown): string {
  if (error instanceof ToolmarkError) return `${error.message} [${error.code}]`;
  return inert((error as NodeJS.ErrnoException).code ?? String(error));
}

function unexpected(error: unknown): ToolmarkError {
  const message = `The request to the registry failed: ${inert(error instanceof Error ? error.message : String(error))}.`;
  return new ToolmarkError('advisories.unreachable', message, { cause: error });
}
