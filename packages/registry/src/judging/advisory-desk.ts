import { advisoryKey } from '@toolmark/core';
import type { Logger } from 'pino';
import type { Registry } from '../registry.ts';
import { LIST_LIFE_MS, type ListStamp, listEtag, readList, readStamp, signList } from './sign-list.ts';

export interface SignedList {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly issuedAt: number;
}

/** Hands out the one signed list of a registry, whichever process has signed it, and has it signed anew in good time. */
export class AdvisoryDesk {
  readonly #registry: Registry;
  readonly #log: Pick<Logger, 'error'>;
  readonly #keyId: string;
  #list: SignedList | undefined;
  #signing: Promise<ListStamp> | undefined;
  #told: string | undefined;

  constructor(registry: Registry, log: Pick<Logger, 'error'>) {
    this.#registry = registry;
    this.#log = log;
    this.#keyId = advisoryKey(registry.signer.publicKey).id;
  }

  async current(): Promise<SignedList> {
    const stamp = await this.#currentStamp();
    // A replica may be a moment behind: what this process has shown is never taken back.
    if (this.#list === undefined || stamp.issuedAt > this.#list.issuedAt) this.#list = await this.#load(stamp);
    this.#tellDropped(stamp);
    return this.#list;
  }

  async #currentStamp(): Promise<ListStamp> {
    const stamp = await readStamp(this.#registry.database.reader);
    if (stamp !== undefined && this.#isGood(stamp)) return stamp;
    this.#signing ??= this.#sign().finally(() => {
      this.#signing = undefined;
    });
    if (stamp === undefined || stamp.keyId !== this.#keyId) return await this.#signing;
    return await this.#signing.catch(error => {
      // A list that is older than we like is better than none: readers judge its age for themselves.
      this.#log.error({ err: error }, 'the advisories could not be signed anew');
      return stamp;
    });
  }

  /** Of several who come here together, the first signs; the others find it done. */
  async #sign(): Promise<ListStamp> {
    const { database, signer, now } = this.#registry;
    return await database.write(async writer => {
      const stamp = await readStamp(writer);
      return stamp !== undefined && this.#isGood(stamp) ? stamp : await signList(writer, signer, now());
    });
  }

  #isGood({ keyId, expiresAt }: ListStamp): boolean {
    return keyId === this.#keyId && expiresAt - this.#registry.now().getTime() >= LIST_LIFE_MS / 2;
  }

  async #load({ issuedAt }: ListStamp): Promise<SignedList> {
    const { database } = this.#registry;
    // Not from a replica: it might have the list before, or none yet. And not in a writer's turn, for which readers would wait.
    const bytes = await readList(database.current);
    if (bytes === undefined) throw new Error('the list of advisories is missing beside its stamp');
    return { bytes, etag: listEtag(bytes), issuedAt };
  }

  #tellDropped({ etag, dropped }: ListStamp): void {
    if (dropped === 0 || this.#told === etag) return;
    this.#told = etag;
    this.#log.error({ dropped }, 'the oldest advisories that stand had no room in the list');
  }
}
