import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCiIssuer } from '../../../../test/fakes/ci-issuer.ts';
import { refusalOf } from '../../../../test/refusal.ts';
import { parseOidcIssuers } from './oidc-issuers.ts';

const { keys } = createCiIssuer();
const GITHUB = { issuer: 'https://token.actions.githubusercontent.com', audience: 'toolmark' };
const secret = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
const [rsa, ec] = keys.keys;

function parse(value: unknown) {
  return parseOidcIssuers(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)));
}

test.each<[title: string, value: unknown, code: string]>([
  ['no JSON', 'issuer: x', 'json.syntax'],
  ['a member twice', '[{"issuer":"a","issuer":"b"}]', 'json.duplicate-key'],
  ['an object', {}, 'serve.oidc-issuers'],
  ['a text', ['https://a.example'], 'serve.oidc-issuers'],
  ['33 issuers', Array(33).fill({ ...GITHUB, fetch: true }), 'serve.oidc-issuers'],
  [
    'an issuer twice',
    [
      { ...GITHUB, fetch: true },
      { ...GITHUB, audience: 'b', fetch: true },
    ],
    'serve.oidc-issuers',
  ],
  ['an unknown member', [{ ...GITHUB, fetch: true, algorithms: ['HS256'] }], 'serve.oidc-issuers'],
  ['neither keys nor fetch', [GITHUB], 'serve.oidc-issuers'],
  ['both keys and fetch', [{ ...GITHUB, jwks: keys, fetch: true }], 'serve.oidc-issuers'],
  ['fetch as a text', [{ ...GITHUB, fetch: 'true' }], 'serve.oidc-issuers'],
  ['keys and fetch: false', [{ ...GITHUB, jwks: keys, fetch: false }], 'serve.oidc-issuers'],
  ['fetched keys over http', [{ ...GITHUB, issuer: 'http://ci.example', fetch: true }], 'serve.oidc-issuers'],
  ['a file address', [{ ...GITHUB, issuer: 'file:///etc/keys', jwks: keys }], 'serve.oidc-issuers'],
  ['an address with a user', [{ ...GITHUB, issuer: 'https://a@ci.example', fetch: true }], 'serve.oidc-issuers'],
  ['an address with a query', [{ ...GITHUB, issuer: 'https://ci.example?a', fetch: true }], 'serve.oidc-issuers'],
  ['no audience', [{ issuer: GITHUB.issuer, fetch: true }], 'serve.oidc-issuers'],
  ['an empty audience', [{ ...GITHUB, audience: '', fetch: true }], 'serve.oidc-issuers'],
  ['no keys', [{ ...GITHUB, jwks: { keys: [] } }], 'serve.oidc-issuers'],
  ['keys that are null', [{ ...GITHUB, jwks: null }], 'serve.oidc-issuers'],
  ['a shared secret', [{ ...GITHUB, jwks: { keys: [{ kty: 'oct', k: 'AAAA', kid: 'a' }] } }], 'serve.oidc-issuers'],
  ['a private key', [{ ...GITHUB, jwks: { keys: [{ ...secret, kid: 'a' }] } }], 'serve.oidc-issuers'],
  ['a key without kid', [{ ...GITHUB, jwks: { keys: [{ ...ec, kid: undefined }] } }], 'serve.oidc-issuers'],
  ['two keys of one kid', [{ ...GITHUB, jwks: { keys: [rsa, { ...ec, kid: 'rsa-1' }] } }], 'serve.oidc-issuers'],
  ['a P-384 key', [{ ...GITHUB, jwks: { keys: [{ ...ec, crv: 'P-384' }] } }], 'serve.oidc-issuers'],
  ['a key for encryption', [{ ...GITHUB, jwks: { keys: [{ ...rsa, use: 'enc' }] } }], 'serve.oidc-issuers'],
])('a list of issuers with %s is refused', (_, value, code) => {
  expect(refusalOf(() => parse(value)).code).toBe(code);
});

test('a list of issuers has keys, or asks for them', () => {
  const local = { issuer: 'http://127.0.0.1:3000', audience: 'a', jwks: keys };
  const parsed = parse([{ ...GITHUB, fetch: true }, local]);
  expect(parsed[0]).toEqual({ ...GITHUB, keys: undefined });
  expect(parsed[1]?.keys?.keys.map(({ kid }) => kid)).toEqual(['rsa-1', 'ec-1']);
  expect(parse([])).toEqual([]);
});
