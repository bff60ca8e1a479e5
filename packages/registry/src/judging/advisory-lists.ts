import { advisoryKey } from '@toolmark/core/sign';
import type { Logger } from 'pino';
import type { Registry } from '../registry.ts';
import { LIST_LIFE_MS, type ListStamp, listEtag, readList, readStamp, signList } from './sign-list.ts';

export interface SignedList {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly issuedAt: number;
}

/** Serves the signed advisory list, whichever process signed it, and signs a new one before it expires. */
export class AdvisoryLists {
  readonly #registry: Registry;
  readonly #log: Pick<Logger, 'error'>;
  readonly #keyId: string;
  #list: SignedList | undefined;
  #signing: Promise<ListStamp> | undefined;
  #loggedEtag: string | undefined;

  constructor(registry: Registry, log: Pick<Logger, 'error'>) {
    this.#registry = registry;
    this.#log = log;
    this.#keyId = advisoryKey(registry.signer.publicKey).id;
  }

  async current(): Promise<SignedList> {
    const stamp = await this.#currentStamp();
    // A replica may be behind: never serve a list older than the last one.
    if (this.#list === undefined || stamp.issuedAt > this.#list.issuedAt) this.#list = await this.#load(stamp);
    this.#logDropped(stamp);
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
      // An old list is better than none: readers check its age themselves.
      this.#log.error({ err: error }, 'the advisory list could not be signed');
      return stamp;
    });
  }

  /** Of several processes, the first signs; the others find its list. */
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
    // Not from a replica, which may be behind, and not in a transaction, for which readers would wait.
    const bytes = await readList(database.current);
    if (bytes === undefined) throw new Error('the advisory list is missing beside its stamp');
    return { bytes, etag: listEtag(bytes), issuedAt };
  }

  #logDropped({ etag, dropped }: ListStamp): void {
    if (dropped === 0 || this.#loggedEtag === etag) return;
    this.#loggedEtag = etag;
    this.#log.error({ dropped }, 'the oldest current advisories did not fit into the list');
  }
}
