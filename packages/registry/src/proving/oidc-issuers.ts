import {
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  parseUrl,
  quoteInert,
  readJson,
  ToolmarkError,
} from '@toolmark/core';
import type { JSONWebKeySet } from 'jose';
import { publicKeysIn } from './public-keys.ts';

/** An issuer whose CI tokens the operator accepts. */
export interface OidcIssuer {
  /** Compared exactly with the claim `iss`. */
  readonly issuer: string;
  /** What tokens for this registry have as `aud`. */
  readonly audience: string;
  /** Its keys; undefined where the operator chose to fetch them from the issuer. */
  readonly keys: JSONWebKeySet | undefined;
}

const MAX_BYTES = 1024 * 1024;
const MAX_ISSUERS = 32;
const MEMBERS = ['issuer', 'audience', 'jwks', 'fetch'];

/** Reads the operator's list of issuers (docs/spec/registry.md, section 13). Throws `json.*` or `serve.oidc-issuers`. */
export function parseOidcIssuers(bytes: Uint8Array): readonly OidcIssuer[] {
  const list = readJson(bytes, { maxBytes: MAX_BYTES });
  if (!Array.isArray(list)) throw unusable('the file is not a list');
  if (list.length > MAX_ISSUERS) throw unusable(`it has more than ${MAX_ISSUERS} issuers`);
  const issuers = list.map((one: Json, index) => parseIssuer(one, index + 1));
  const names = issuers.map(({ issuer }) => issuer);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw unusable(`${quoteInert(twice)} is listed twice`);
  return issuers;
}

function parseIssuer(value: Json, number: number): OidcIssuer {
  if (!isJsonObject(value)) throw unusable(`item ${number} is not an object`);
  const unknown = Object.keys(value).find(name => !MEMBERS.includes(name));
  if (unknown !== undefined) throw unusable(`item ${number} has the unknown member ${quoteInert(unknown)}`);
  const keys = parseKeys(value, number);
  const issuer = textIn(value, 'issuer', number);
  // With given keys the address is only a name; fetched keys must come over TLS.
  const schemes = keys === undefined ? ['https:'] : ['https:', 'http:'];
  const url = parseUrl(issuer);
  if (url === undefined || !schemes.includes(url.protocol) || /[?#@\s]/.test(issuer)) {
    throw unusable(`the issuer of item ${number} is not an https address`);
  }
  return { issuer, audience: textIn(value, 'audience', number), keys };
}

function parseKeys(value: JsonObject, number: number): JSONWebKeySet | undefined {
  const given = member(value, 'jwks');
  const fetched = member(value, 'fetch');
  if ((given === undefined) === (fetched !== true) || (fetched !== undefined && fetched !== true)) {
    throw unusable(`item ${number} needs either "jwks" or "fetch": true`);
  }
  if (given === undefined) return undefined;
  const keys = publicKeysIn(given);
  const count = isJsonObject(given) ? member(given, 'keys') : undefined;
  if (keys.keys.length > 0 && Array.isArray(count) && count.length === keys.keys.length) return keys;
  throw unusable(`item ${number} must have only public RSA or P-256 keys, each with its own "kid"`);
}

function textIn(value: JsonObject, name: string, number: number): string {
  const text = member(value, name);
  if (typeof text === 'string' && text !== '' && text.length <= 2048) return text;
  throw unusable(`"${name}" of item ${number} is not a text`);
}

function unusable(reason: string): ToolmarkError {
  const message = `The list of OIDC issuers cannot be used: ${reason}. Mend the file named by TOOLMARK_OIDC_ISSUERS.`;
  return new ToolmarkError('serve.oidc-issuers', message);
}
