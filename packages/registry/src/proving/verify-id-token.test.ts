import { generateKeyPairSync, sign } from 'node:crypto';
import { base64url, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  CI_AUDIENCE,
  type CiIssuer,
  createCiIssuer,
  hmacWith,
  type TokenOptions,
} from '../../../../test/fakes/ci-issuer.ts';
import { rejectionOf } from '../../../../test/refusal.ts';
import { parseOidcIssuers } from './oidc-issuers.ts';
import { createIdTokenVerifier } from './verify-id-token.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const ci = createCiIssuer();
const other = createCiIssuer('https://token.other.example');
const verifier = createIdTokenVerifier(ci.accepted);

function tokenOf(
  claims: Readonly<Record<string, unknown>> = {},
  options: TokenOptions = {},
  issuer: CiIssuer = ci,
): string {
  return issuer.token(claims, { now: NOW, ...options });
}

function withHeader(header: Readonly<Record<string, unknown>>, options: TokenOptions = {}): string {
  return tokenOf({}, { header, ...options });
}

function part(value: unknown): string {
  return base64url.encode(typeof value === 'string' ? value : JSON.stringify(value));
}

const [header = '', body = '', signature = ''] = tokenOf().split('.');
const thief = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const byThief = (text: string) =>
  sign('sha256', Buffer.from(text), { key: thief.privateKey, dsaEncoding: 'ieee-p1363' });
const none = () => Buffer.alloc(0);

describe('[registry.trusted-publishing] refuses', () => {
  test.each<[title: string, token: string, code: string]>([
    ['an empty text', '', 'malformed'],
    ['junk', 'junk', 'malformed'],
    ['binary junk', '\u0000\uffff.\ud800.x', 'malformed'],
    ['two dots and nothing else', '..', 'malformed'],
    ['a token of 1 MB', `${header}.${'A'.repeat(1_000_000)}.${signature}`, 'malformed'],
    ['a million dots', '.'.repeat(1_000_000), 'malformed'],
    ['a token with a line break', `${header}.${body}.${signature}\n`, 'malformed'],
    ['a token of four parts', `${header}.${body}.${signature}.${signature}`, 'malformed'],
    ['a token of five parts, as if encrypted', `${header}.${body}.${signature}.${body}.${body}`, 'malformed'],
    ['padded base64', `${header}=.${body}.${signature}`, 'malformed'],
    ['a header that is a list', `${part([])}.${body}.${signature}`, 'malformed'],
    ['claims that are null', `${header}.${part('null')}.${signature}`, 'malformed'],
    [
      'claims nested too deep',
      `${header}.${part(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)}.${signature}`,
      'malformed',
    ],
    [
      'a claim given twice',
      `${header}.${part(`{"iss":"${ci.issuer}","iss":"${ci.issuer}"}`)}.${signature}`,
      'malformed',
    ],
    ['alg none', withHeader({ alg: 'none' }, { signWith: none }), 'algorithm'],
    ['alg None, in another case', withHeader({ alg: 'None' }, { signWith: none }), 'algorithm'],
    ['no alg', withHeader({ alg: undefined }), 'algorithm'],
    ['alg as a list', withHeader({ alg: ['ES256'] }), 'algorithm'],
    [
      'HS256 with the public key as secret',
      withHeader({ alg: 'HS256', kid: 'rsa-1' }, { signWith: hmacWith(ci.publicKey) }),
      'algorithm',
    ],
    ['PS256', withHeader({ alg: 'PS256', kid: 'rsa-1' }), 'algorithm'],
    ['ES256 with the key for RS256', withHeader({ kid: 'rsa-1' }), 'unknown-key'],
    ['RS256 with the key for ES256', withHeader({ kid: 'ec-1' }, { alg: 'RS256' }), 'unknown-key'],
    ['an unknown kid', withHeader({ kid: 'ec-2' }), 'unknown-key'],
    ['no kid', withHeader({ kid: undefined }), 'unknown-key'],
    ['a kid named like a member of every object', withHeader({ kid: '__proto__' }), 'unknown-key'],
    ['a signature of another key', tokenOf({}, { signWith: byThief }), 'signature'],
    [
      'a key in the header',
      withHeader({ jwk: thief.publicKey.export({ format: 'jwk' }) }, { signWith: byThief }),
      'signature',
    ],
    [
      'a signature in DER',
      tokenOf({}, { signWith: text => sign('sha256', Buffer.from(text), thief.privateKey) }),
      'signature',
    ],
    ['no signature', `${header}.${body}.`, 'signature'],
    [
      'changed claims',
      `${header}.${part({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), repository: 'mallory/x' })}.${signature}`,
      'signature',
    ],
    ['a critical extension', withHeader({ crit: ['b64'], b64: false }), 'malformed'],
    ['another issuer', tokenOf({}, {}, other), 'issuer'],
    [
      'the name of the issuer on a token of another',
      tokenOf({ iss: ci.issuer }, { header: { kid: 'ec-1' } }, other),
      'signature',
    ],
    ['an issuer with a slash more', tokenOf({ iss: `${ci.issuer}/` }), 'issuer'],
    ['an issuer in another case', tokenOf({ iss: ci.issuer.toUpperCase() }), 'issuer'],
    ['a list of issuers', tokenOf({ iss: [ci.issuer] }), 'issuer'],
    ['no issuer', tokenOf({ iss: undefined }), 'issuer'],
    ['another audience', tokenOf({ aud: 'sigstore' }), 'audience'],
    ['an audience with a suffix', tokenOf({ aud: `${CI_AUDIENCE}.evil.example` }), 'audience'],
    ['two audiences', tokenOf({ aud: [CI_AUDIENCE, 'sigstore'] }), 'audience'],
    ['no audience', tokenOf({ aud: undefined }), 'audience'],
    ['an empty list of audiences', tokenOf({ aud: [] }), 'audience'],
    ['a token that expired 61 seconds ago', tokenOf({ exp: SECONDS - 61 }), 'expired'],
    ['a token without expiry', tokenOf({ exp: undefined }), 'claims'],
    ['a text as expiry', tokenOf({ exp: '9999999999' }), 'claims'],
    ['a token that is valid in 61 seconds', tokenOf({ nbf: SECONDS + 61 }), 'not-yet-valid'],
    ['a token that was issued in the future', tokenOf({ iat: SECONDS + 61, nbf: undefined }), 'not-yet-valid'],
    ['no id of the token', tokenOf({ jti: undefined }), 'claims'],
    ['a number as id of the token', tokenOf({ jti: 1 }), 'claims'],
    ['no repository', tokenOf({ repository: undefined }), 'claims'],
    ['no id of the repository', tokenOf({ repository_id: undefined }), 'claims'],
    ['no id of the owner', tokenOf({ repository_owner_id: '' }), 'claims'],
  ])('%s', async (_, token, code) => {
    expect((await rejectionOf(verifier.verify(token, NOW))).code).toBe(`oidc.${code}`);
  });

  test('every token when no issuer is configured', async () => {
    const error = await rejectionOf(createIdTokenVerifier([]).verify(tokenOf(), NOW));
    expect(error.code).toBe('oidc.issuer');
  });

  test('a token without repeating hostile text of it', async () => {
    const { message } = await rejectionOf(verifier.verify(tokenOf({ iss: `\u001b[2J${'x'.repeat(5_000)}` }), NOW));
    expect(message).not.toContain('\u001b');
    expect(message.length).toBeLessThan(500);
  });
});

describe('accepts', () => {
  test.each<[title: string, token: string]>([
    ['ES256', tokenOf()],
    ['RS256', tokenOf({}, { alg: 'RS256' })],
    ['one audience in a list', tokenOf({ aud: [CI_AUDIENCE] })],
    ['a token that expired 59 seconds ago', tokenOf({ exp: SECONDS - 59 })],
    ['a token that is valid in 59 seconds', tokenOf({ nbf: SECONDS + 59 })],
  ])('%s', async (_, token) => {
    expect(await verifier.verify(token, NOW)).toMatchObject({
      ...{ issuer: ci.issuer, repository: 'owner/weather', repositoryId: '1001', ownerId: '2002' },
      ...{ workflowRef: 'owner/weather/.github/workflows/release.yml@refs/tags/v1.0.0', environment: 'release' },
    });
  });

  test('a token that another implementation signed', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] };
    const file = JSON.stringify([{ issuer: 'https://gitea.example', audience: 'toolmark', jwks }]);
    const accepted = createIdTokenVerifier(parseOidcIssuers(new TextEncoder().encode(file)));
    const claims = { repository: 'o/r', repository_id: '1', repository_owner_id: '2' };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer('https://gitea.example')
      .setAudience('toolmark')
      .setJti('one')
      .setExpirationTime(SECONDS + 60)
      .sign(privateKey);
    expect(await accepted.verify(token, NOW)).toMatchObject({ repository: 'o/r', workflowRef: undefined });
  });

  test('the id of a token per issuer', async () => {
    const both = createIdTokenVerifier([...ci.accepted, ...other.accepted]);
    const one = await both.verify(tokenOf({ jti: 'same' }), NOW);
    const two = await both.verify(tokenOf({ jti: 'same' }, {}, other), NOW);
    expect(one.jti).toMatch(/^sha256:/);
    expect(two.jti).not.toBe(one.jti);
  });
});
