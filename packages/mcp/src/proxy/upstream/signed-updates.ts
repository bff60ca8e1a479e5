import { isJsonObject, type JsonObject, pin, quoteInert, type Snapshot, ToolmarkError } from '@toolmark/core';
import { LIST_NAMES, type ListName } from '@toolmark/core/formats';
import type { SignedUpdate } from '@toolmark/core/lock';
import { attestationIn, parseInitializeResult } from '../../connect/take-snapshot.ts';
import { awaitPerson } from '../approve/await-person.ts';
import { Cancellation } from '../cancellation.ts';
import type { Updates } from '../guard-settings.ts';
import type { Session, UpdateWatch } from '../session.ts';
import type { Compared } from './watched-list.ts';

/** Since 2026-07-28 the server names itself here. */
const INFO_META = 'io.modelcontextprotocol/serverInfo';

/**
 * Judges one server of a session by the attestations of its locked publisher: only when a list differs from the lock, or all
 * that is shown must be signed, and once for each surface.
 */
export class SignedUpdates implements UpdateWatch {
  private readonly session: Session;
  private readonly key: string;
  private readonly updates: Updates;
  private judged: string | undefined;
  private judging: Promise<boolean> | undefined;
  private readonly closing = new Cancellation();

  constructor(session: Session, key: string, updates: Updates) {
    this.session = session;
    this.key = key;
    this.updates = updates;
  }

  /** Judges after a reading, where it matters; `report` names what is withheld once that is known. */
  onRead(items: readonly Compared[], report: () => void): void {
    const isOther = items.some(({ seen }) => seen === 'changed' || seen === 'unlocked');
    if (!isOther && !this.updates.isRequired) {
      report();
      return;
    }
    this.judging ??= this.judge()
      .catch((error: unknown) => this.noteFailure(error))
      .finally(() => {
        this.judging = undefined;
      });
    void this.judging.then(isTaken => {
      if (!isTaken) report();
    });
  }

  /** Waits for what is being judged; true if the locked items are others now. Never waits for a person. */
  async settled(): Promise<boolean> {
    return (await this.judging) ?? false;
  }

  /** A question that is open is withdrawn. */
  close(): void {
    this.closing.cancel();
  }

  private noteFailure(error: unknown): false {
    const said = error instanceof ToolmarkError ? error.message : 'It failed.';
    this.session.guard.stderr(`${quoteInert(this.key)}: its attestations could not be judged. ${said}`);
    return false;
  }

  private async judge(): Promise<boolean> {
    const { session, key, updates } = this;
    const live = await this.read();
    const surface = live && pin(live).surfaceDigest;
    if (live === undefined || surface === this.judged) return false;
    this.judged = surface;
    const result = session.server(key).upstream.initialized;
    const attestation = result && attestationIn(result);
    const judgement = await updates.judge({ key, live, ...(attestation === undefined ? {} : { attestation }) });
    if (judgement.outcome !== 'signed_update') {
      const [first] = judgement.findings;
      const why = judgement.outcome === 'rollback' ? rollbackWords(judgement) : first;
      if (why !== undefined) session.guard.noteUpdate(key, why.code, why.message);
      return false;
    }
    const isNew = session.guard.noteAttested(key, judgement);
    if (isNew && updates.isRequired) this.announce();
    return session.guard.isLocked(key, live) ? false : this.decide(live, judgement);
  }

  /** Everything that the server shows this client; undefined if some of it cannot be identified. */
  private async read(): Promise<Snapshot | undefined> {
    const { lists, upstream } = this.session.server(this.key);
    await Promise.all(LIST_NAMES.map(name => lists[name].refresh()));
    const items = (name: ListName): readonly Compared[] => lists[name].items;
    if (LIST_NAMES.some(name => items(name).some(({ seen }) => seen === 'malformed' || seen === 'duplicate')))
      return undefined;
    const raw = (name: ListName): JsonObject[] =>
      items(name).flatMap(item => (isJsonObject(item.raw) ? [item.raw] : []));
    const { serverInfo, instructions } = parseInitializeResult(upstream.initialized ?? {}, INFO_META);
    return {
      ...(serverInfo && { serverInfo }),
      ...(instructions === undefined ? {} : { instructions }),
      ...{ tools: raw('tools'), prompts: raw('prompts'), resources: raw('resources'), templates: raw('templates') },
    } as unknown as Snapshot;
  }

  private decide(live: Snapshot, update: SignedUpdate): boolean {
    const { key, updates, session } = this;
    if (updates.policy === 'deny') {
      session.guard.noteUpdate(
        key,
        'guard.update-denied',
        'Its publisher signed the change, and the policy denies updates.',
      );
      return false;
    }
    if (updates.policy === 'allow') return this.takeOver(live, update, undefined);
    void this.ask(live, update).catch((error: unknown) => this.noteFailure(error));
    return false;
  }

  /** The client gets the locked items meanwhile: a list cannot wait for a person. */
  private async ask(live: Snapshot, update: SignedUpdate): Promise<void> {
    const { guard } = this.session;
    const { approver } = guard.settings;
    const { version, package: of, bundle } = update;
    const explain = `The publisher signed an update of ${quoteInert(of, 200)}: version ${quoteInert(version)}, bundle ${bundle}.`;
    const question = {
      ...{ server: this.key, tool: 'signed update', digest: bundle, explain },
      arguments: { version, package: of, tools: live.tools.map(({ name }) => name) },
    };
    const answer =
      approver === undefined
        ? 'unavailable'
        : await awaitPerson(guard.approveTimeoutMs, this.closing, cancellation => approver.ask(question, cancellation));
    if (answer === 'yes') this.takeOver(live, update, approver?.name);
    else this.noteUntaken(answer === 'no');
  }

  private noteUntaken(isRefused: boolean): void {
    const [code, explain] = isRefused ? REFUSED : UNASKED;
    this.session.guard.noteUpdate(this.key, code, explain);
  }

  private takeOver(live: Snapshot, update: SignedUpdate, by: string | undefined): true {
    this.session.guard.takeOver(this.key, live, update, by);
    this.announce();
    return true;
  }

  private announce(): void {
    for (const list of LIST_NAMES) if (list !== 'templates') this.session.notifyChanged(list);
  }
}

const REFUSED = ['guard.update-refused', 'A person refused the update that its publisher signed.'] as const;
const UNASKED = [
  'guard.update-unasked',
  'Its publisher signed the change, and no person could be asked. Run "toolmark lock --accept-updates" to accept it.',
] as const;

function rollbackWords({ version, newest }: { version: string; newest: string }): { code: string; message: string } {
  const message = `Version ${quoteInert(version)} is older than ${quoteInert(newest)}, which was seen before.`;
  return { code: 'attestation.rollback', message };
}
