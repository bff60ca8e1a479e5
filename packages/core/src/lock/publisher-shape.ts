import { isJsonObject, type Json, type JsonObject, member, sha256 } from '../base/index.ts';
import type { LockedPublisher } from './publisher.ts';
import { below, type Members, type Place, type Shape } from './shape.ts';

const MEMBERS: Readonly<Record<LockedPublisher['type'], Members>> = {
  certificate: { type: true, sha256: true },
  key: { type: true, sha256: true, spki: false },
  identity: { type: true, issuer: true, subject: true },
};

type Check = (text: string, whole: JsonObject) => boolean;

const TEXTS: Readonly<Record<string, readonly [expected: string, isFine: Check]>> = {
  sha256: ['64 lower-case hexadecimal digits', text => /^[0-9a-f]{64}$/.test(text)],
  spki: ['the base64 of the public key with this digest', isKeyOf],
  issuer: ['an https address', text => /^https:\/\/[\x21-\x7e]{1,500}$/.test(text)],
  subject: ['a URI or mail address in printable ASCII', text => /^[\x21-\x7e]{1,2048}$/.test(text)],
};

/** Everything that keeps a value from being the publisher of an entry. */
export function findPublisherErrors(lock: Shape, value: Json, place: Place): void {
  const type = isJsonObject(value) ? member(value, 'type') : undefined;
  if (!isJsonObject(value) || type === undefined) {
    lock.report('schema.type', place, 'Expected an object with a type here.');
  } else if (typeof type !== 'string' || !Object.hasOwn(MEMBERS, type)) {
    lock.report('schema.enum', below(place, 'type'), `Expected one of ${Object.keys(MEMBERS).join(', ')}.`);
  } else if (lock.isObject(value, place, MEMBERS[type as LockedPublisher['type']])) {
    findTextErrors(lock, value, place);
  }
}

function findTextErrors(lock: Shape, value: JsonObject, place: Place): void {
  for (const [key, [expected, isFine]] of Object.entries(TEXTS)) {
    const text = member(value, key);
    if (text === undefined || (typeof text === 'string' && isFine(text, value))) continue;
    lock.report('schema.format', below(place, key), `Expected ${expected}.`);
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4}){1,1000}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function isKeyOf(spki: string, { sha256: digest }: JsonObject): boolean {
  if (!BASE64.test(spki)) return false;
  return sha256(bytesOfBase64(spki)) === `sha256:${String(digest)}`;
}

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
}

/** Everything that keeps a value from being the accepted attestation of an entry. */
export function findAttestedErrors(lock: Shape, value: Json, place: Place): void {
  if (!lock.isObject(value, place, { version: true, bundle: true })) return;
  lock.expectDigest(value, 'bundle', place);
  const { version } = value;
  if (version !== undefined && !(typeof version === 'string' && /^[\x21-\x7e]{1,255}$/.test(version)))
    lock.report('schema.format', below(place, 'version'), 'Expected a version such as 1.2.3.');
}
