import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import type { JSONWebKeySet, JWK } from 'jose';

const MAX_KEYS = 64;

/**
 * The usable keys of a JSON Web Key Set: public RSA and P-256 keys for signatures, with a `kid`. Others are left out, and so
 * are keys that share a `kid`: which of them a token means would be open.
 */
export function publicKeysIn(value: Json): JSONWebKeySet {
  const list = isJsonObject(value) ? member(value, 'keys') : undefined;
  const keys = (Array.isArray(list) ? list.slice(0, MAX_KEYS) : []).flatMap((key: Json) => publicKey(key) ?? []);
  const ids = keys.map(({ kid }) => kid);
  return { keys: keys.filter(({ kid }) => ids.indexOf(kid) === ids.lastIndexOf(kid)) };
}

function publicKey(value: Json): JWK | undefined {
  if (!isJsonObject(value)) return undefined;
  const kid = textIn(value, 'kid');
  const use = member(value, 'use');
  if (kid === undefined || kid.length > 512 || (use !== undefined && use !== 'sig')) return undefined;
  if (PRIVATE.some(name => Object.hasOwn(value, name))) return undefined;
  const shown = kindOf(value);
  if (shown === undefined) return undefined;
  const alg = textIn(value, 'alg');
  return { kid, use: 'sig', ...(alg === undefined ? {} : { alg }), ...shown };
}

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

function kindOf(value: JsonObject): JWK | undefined {
  const [n, e, x, y] = ['n', 'e', 'x', 'y'].map(name => textIn(value, name));
  const kty = member(value, 'kty');
  if (kty === 'RSA' && n !== undefined && e !== undefined) return { kty, n, e };
  if (kty !== 'EC' || member(value, 'crv') !== 'P-256' || x === undefined || y === undefined) return undefined;
  return { kty, crv: 'P-256', x, y };
}

function textIn(value: JsonObject, name: string): string | undefined {
  const text = member(value, name);
  return typeof text === 'string' && text !== '' && text.length <= 4096 ? text : undefined;
}
