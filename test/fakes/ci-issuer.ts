import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { JsonObject } from '../../packages/core/src/index.ts';
import { type OidcIssuer, parseOidcIssuers } from '../../packages/registry/src/index.ts';

/** For tests: an issuer of OIDC tokens for CI jobs, with one RSA and one P-256 key. */
export interface CiIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** Its JSON Web Key Set. */
  readonly keys: { readonly keys: readonly JsonObject[] };
  /** What an operator writes into the list of issuers, with these keys. */
  readonly accepted: readonly OidcIssuer[];
  readonly publicKey: KeyObject;
  /** A token of a job of `owner/weather`, with these claims instead; undefined removes one. */
  token(claims?: Readonly<Record<string, unknown>>, options?: TokenOptions): string;
}

export interface TokenOptions {
  /** Members of the header; undefined removes one. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** `ES256` by default. */
  readonly alg?: 'ES256' | 'RS256';
  /** Makes the signature from the signed text. */
  readonly signWith?: (text: string) => Buffer;
  readonly now?: Date;
}

export const CI_AUDIENCE = 'https://registry.example';

export function createCiIssuer(issuer = 'https://token.ci.example'): CiIssuer {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = (key: KeyObject, kid: string, alg: string) => ({
    ...key.export({ format: 'jwk' }),
    kid,
    alg,
    use: 'sig',
  });
  const keys = { keys: [jwk(rsa.publicKey, 'rsa-1', 'RS256'), jwk(ec.publicKey, 'ec-1', 'ES256')] as JsonObject[] };
  const file = JSON.stringify([{ issuer, audience: CI_AUDIENCE, jwks: keys }]);
  const signers = {
    ES256: {
      kid: 'ec-1',
      sign: (text: string) => sign('sha256', Buffer.from(text), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
    },
    RS256: { kid: 'rsa-1', sign: (text: string) => sign('sha256', Buffer.from(text), rsa.privateKey) },
  };
  return {
    ...{ issuer, audience: CI_AUDIENCE, keys, publicKey: rsa.publicKey },
    accepted: parseOidcIssuers(new TextEncoder().encode(file)),
    token: (claims = {}, { header = {}, alg = 'ES256', signWith, now = new Date() } = {}) => {
      const seconds = Math.floor(now.getTime() / 1000);
      const times = { iat: seconds, nbf: seconds, exp: seconds + 300 };
      const body = { iss: issuer, aud: CI_AUDIENCE, jti: randomUUID(), ...times, ...JOB, ...claims };
      const signer = signers[alg];
      const text = `${encode({ alg, kid: signer.kid, typ: 'JWT', ...header })}.${encode(body)}`;
      return `${text}.${(signWith ?? signer.sign)(text).toString('base64url')}`;
    },
  };
}

const JOB = {
  sub: 'repo:owner/weather:environment:release',
  repository: 'owner/weather',
  repository_id: '1001',
  repository_owner: 'owner',
  repository_owner_id: '2002',
  workflow_ref: 'owner/weather/.github/workflows/release.yml@refs/tags/v1.0.0',
  environment: 'release',
};

/** A signature with the public key as a shared secret. */
export function hmacWith(key: KeyObject): (text: string) => Buffer {
  return text =>
    createHmac('sha256', key.export({ format: 'pem', type: 'spki' }))
      .update(text)
      .digest();
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
