import { isJsonObject, type JsonObject, member, quoteInert, readJson, sha256, ToolmarkError } from '@toolmark/core';
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import { type FetchKeys, IssuerKeys } from './issuer-keys.ts';
import type { OidcIssuer } from './oidc-issuers.ts';

/** A CI job, as the token of its issuer proves it. */
export interface CiJob {
  readonly issuer: string;
  readonly repository: string;
  /** Numbers that stay with the repository and its owner; their names can be taken by others. */
  readonly repositoryId: string;
  readonly ownerId: string;
  readonly workflowRef: string | undefined;
  readonly environment: string | undefined;
  /** Digest of the id of the token: each is exchanged once. */
  readonly jti: string;
}

/** Verifies tokens of the issuers that the operator chose. */
export interface IdTokenVerifier {
  readonly issuers: readonly string[];
  /** Throws `oidc.*`. */
  verify(token: string, now: Date): Promise<CiJob>;
}

/** Longer than the tokens of any CI. */
const MAX_TOKEN = 16_384;
const ALGORITHMS = ['RS256', 'ES256'];
const LEEWAY_SECONDS = 60;

export function createIdTokenVerifier(
  issuers: readonly OidcIssuer[],
  fetchKeys: FetchKeys = (url, init) => fetch(url, init),
): IdTokenVerifier {
  const known = new Map(issuers.map(one => [one.issuer, { ...one, source: new IssuerKeys(one, fetchKeys) }]));
  return {
    issuers: [...known.keys()],
    verify: async (token, now) => {
      const { header, claims } = readParts(token);
      const name = member(claims, 'iss');
      const issuer = typeof name === 'string' ? known.get(name) : undefined;
      if (issuer === undefined) throw refused('issuer', `Tokens of ${shown(name)} are not accepted here.`);
      const kid = kidOf(header);
      await verifySignature(token, createLocalJWKSet(await issuer.source.find(kid, now)), issuer, now);
      refuseOtherAudience(claims, issuer.audience);
      refuseFuture(claims, now);
      return jobOf(issuer.issuer, claims);
    },
  };
}

/** Reads header and claims strictly. The library would let the last of two members of the same name count. */
function readParts(token: string): { readonly header: JsonObject; readonly claims: JsonObject } {
  if (token.length > MAX_TOKEN || !COMPACT.test(token)) throw notAToken();
  const [header, claims] = token.split('.').slice(0, 2).map(readPart);
  if (header === undefined || claims === undefined) throw notAToken();
  return { header, claims };
}

const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

function readPart(part: string): JsonObject | undefined {
  try {
    const value = readJson(new Uint8Array(Buffer.from(part, 'base64url')), { maxBytes: MAX_TOKEN, maxDepth: 8 });
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}

/** Throws unless the algorithm is allowed. A token must name its key: otherwise any key of the issuer would do. */
function kidOf(header: JsonObject): string {
  const alg = member(header, 'alg');
  if (typeof alg !== 'string' || !ALGORITHMS.includes(alg)) {
    throw refused('algorithm', `The token must be signed with RS256 or ES256, not ${shown(alg)}.`);
  }
  const kid = member(header, 'kid');
  if (typeof kid === 'string' && kid !== '') return kid;
  throw unknownKey();
}

async function verifySignature(
  token: string,
  keys: ReturnType<typeof createLocalJWKSet>,
  { issuer, audience }: OidcIssuer,
  now: Date,
): Promise<void> {
  try {
    await jwtVerify(token, keys, {
      ...{ algorithms: ALGORITHMS, issuer, audience, currentDate: now, clockTolerance: LEEWAY_SECONDS },
      requiredClaims: ['exp', 'jti'],
    });
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Whatever the library throws means "not verified". */
function asRefusal(error: unknown): ToolmarkError {
  if (error instanceof errors.JWTExpired) return refused('expired', 'The token has expired. Request a new one.');
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return unknownKey();
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return refused('signature', 'The signature of the token is wrong.');
  }
  if (!(error instanceof errors.JWTClaimValidationFailed)) return notAToken();
  if (error.claim === 'aud') return otherAudience();
  if (error.claim === 'nbf' && error.reason === 'check_failed') return notYetValid();
  return refused('claims', `The claim ${quoteInert(error.claim)} of the token is missing or malformed.`);
}

/** The library accepts a list that only contains the audience; such a token can be used elsewhere too. */
function refuseOtherAudience(claims: JsonObject, audience: string): void {
  const [only, ...others] = [member(claims, 'aud')].flat();
  if (only !== audience || others.length > 0) throw otherAudience();
}

function refuseFuture(claims: JsonObject, now: Date): void {
  const issuedAt = member(claims, 'iat');
  if (typeof issuedAt === 'number' && issuedAt > now.getTime() / 1000 + LEEWAY_SECONDS) throw notYetValid();
}

function jobOf(issuer: string, claims: JsonObject): CiJob {
  const text = (name: string): string => {
    const value = optional(name);
    if (value === undefined) throw refused('claims', `The token has no claim ${quoteInert(name)}.`);
    return value;
  };
  const optional = (name: string): string | undefined => {
    const value = member(claims, name);
    return typeof value === 'string' && value !== '' && !value.includes('\0') ? value : undefined;
  };
  return {
    issuer,
    repository: text('repository'),
    repositoryId: text('repository_id'),
    ownerId: text('repository_owner_id'),
    workflowRef: optional('workflow_ref'),
    environment: optional('environment'),
    jti: sha256(Buffer.from(`${issuer}\n${text('jti')}`)),
  };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? quoteInert(value.slice(0, 200)) : 'an unnamed one';
}

function unknownKey(): ToolmarkError {
  return refused('unknown-key', 'The token names no key that its issuer has now.');
}

function otherAudience(): ToolmarkError {
  return refused('audience', 'The token is for another audience. Request it for the audience of this registry.');
}

function notYetValid(): ToolmarkError {
  return refused('not-yet-valid', 'The token is not valid yet. Check the clocks.');
}

function notAToken(): ToolmarkError {
  return refused('malformed', `This is not a signed token of at most ${MAX_TOKEN} characters.`);
}

function refused(code: string, message: string): ToolmarkError {
  return new ToolmarkError(`oidc.${code}`, message);
}
