import { isJsonObject, member, parseUrl, quoteInert, readJson, ToolmarkError } from '@toolmark/core';
import type { JSONWebKeySet } from 'jose';
import type { OidcIssuer } from './oidc-issuers.ts';
import { publicKeysIn } from './public-keys.ts';

export type FetchKeys = (url: string, init: RequestInit) => Promise<Response>;

const MAX_BYTES = 256 * 1024;
const PATIENCE_MS = 5_000;
/** Keys are fetched again after this time, and are used for this long when that fails. */
const FRESH_MS = 60 * 60_000;
const USABLE_MS = 24 * 60 * 60_000;
/** Between two requests to an issuer: callers choose key ids, and must not choose how often it is asked. */
const PAUSE_MS = 60_000;

interface Kept {
  readonly keys: JSONWebKeySet;
  readonly at: number;
}

/** The keys of one issuer: given by the operator, or fetched and cached. */
export class IssuerKeys {
  readonly #issuer: OidcIssuer;
  readonly #fetch: FetchKeys;
  #kept: Kept | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(issuer: OidcIssuer, fetchKeys: FetchKeys) {
    this.#issuer = issuer;
    this.#fetch = fetchKeys;
  }

  /** Looks again when the key is not known, because issuers rotate keys. Throws `oidc.keys-unavailable`. */
  async find(kid: string, now: Date): Promise<JSONWebKeySet> {
    if (this.#issuer.keys !== undefined) return this.#issuer.keys;
    const time = now.getTime();
    const known = this.#kept;
    const isFresh = known !== undefined && time - known.at < FRESH_MS && known.keys.keys.some(key => key.kid === kid);
    if (!isFresh) await this.#ask(time);
    if (this.#kept !== undefined && time - this.#kept.at < USABLE_MS) return this.#kept.keys;
    throw new ToolmarkError(
      'oidc.keys-unavailable',
      `The keys of ${quoteInert(this.#issuer.issuer)} cannot be fetched. Try again later.`,
    );
  }

  /** Many requests wait for one answer. A failure keeps the keys from before. */
  async #ask(time: number): Promise<void> {
    if (this.#asking === undefined) {
      if (time - this.#askedAt < PAUSE_MS) return;
      this.#askedAt = time;
      this.#asking = fetchKeySet(this.#issuer.issuer, this.#fetch)
        .then(
          keys => {
            this.#kept = { keys, at: time };
          },
          () => {},
        )
        .finally(() => {
          this.#asking = undefined;
        });
    }
    await this.#asking;
  }
}

/** Throws where discovery (OpenID Connect Discovery 1.0, section 4) or the keys are not as expected. */
async function fetchKeySet(issuer: string, fetchKeys: FetchKeys): Promise<JSONWebKeySet> {
  const found = await fetchJson(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`, fetchKeys);
  const place = isJsonObject(found) && member(found, 'issuer') === issuer ? member(found, 'jwks_uri') : undefined;
  const url = typeof place === 'string' ? parseUrl(place) : undefined;
  if (url === undefined || url.protocol !== 'https:' || url.origin !== new URL(issuer).origin) {
    throw new Error('the issuer names no keys of its own');
  }
  const keys = publicKeysIn(await fetchJson(url.href, fetchKeys));
  if (keys.keys.length === 0) throw new Error('the issuer has no usable key');
  return keys;
}

async function fetchJson(url: string, fetchKeys: FetchKeys) {
  const init = { redirect: 'error', credentials: 'omit', signal: AbortSignal.timeout(PATIENCE_MS) } as const;
  const response = await fetchKeys(url, { ...init, headers: { accept: 'application/json' } });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error('the answer is too long');
    parts.push(part);
  }
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  return readJson(new Uint8Array(Buffer.concat(parts, size)));
}
