import { expect, test } from 'vitest';
import { createCiIssuer } from '../../../../test/fakes/ci-issuer.ts';
import { rejectionOf } from '../../../../test/refusal.ts';
import { type FetchKeys, IssuerKeys } from './issuer-keys.ts';

const { issuer, keys } = createCiIssuer();
const CONFIG = `${issuer}/.well-known/openid-configuration`;
const JWKS = `${issuer}/keys`;
const START = Date.parse('2026-11-15T12:00:00Z');
const at = (minutes: number) => new Date(START + minutes * 60_000);

/** Answers by address; everything that was asked is noted. */
function network(answers: Record<string, () => Response | Promise<Response>>) {
  const asked: string[] = [];
  const fetchKeys: FetchKeys = async (url, init) => {
    asked.push(url);
    expect(init).toMatchObject({ redirect: 'error', credentials: 'omit' });
    const answer = answers[url];
    if (answer === undefined) throw new Error('ENOTFOUND');
    return await answer();
  };
  return { asked, answers, keys: new IssuerKeys({ issuer, audience: 'a', keys: undefined }, fetchKeys) };
}

const config =
  (members: object = {}) =>
  () =>
    Response.json({ issuer, jwks_uri: JWKS, ...members });
const jwks = () => Response.json(keys);

test.each<[title: string, answers: Record<string, () => Response>]>([
  ['does not exist', {}],
  ['answers with 404', { [CONFIG]: () => new Response('{}', { status: 404 }) }],
  ['answers with HTML', { [CONFIG]: () => new Response('<html>') }],
  ['names another issuer', { [CONFIG]: config({ issuer: 'https://evil.example' }), [JWKS]: jwks }],
  [
    'names keys on another host',
    { [CONFIG]: config({ jwks_uri: 'https://evil.example/keys' }), 'https://evil.example/keys': jwks },
  ],
  ['names keys over http', { [CONFIG]: config({ jwks_uri: JWKS.replace('https', 'http') }) }],
  ['names no keys', { [CONFIG]: config({ jwks_uri: undefined }) }],
  [
    'has no usable keys',
    { [CONFIG]: config(), [JWKS]: () => Response.json({ keys: [{ kty: 'oct', k: 'AA', kid: 'a' }] }) },
  ],
  ['never ends', { [CONFIG]: () => new Response(endless()) }],
])('no key is used when an issuer %s', async (_, answers) => {
  const one = network(answers);
  expect((await rejectionOf(one.keys.find('ec-1', at(0)))).code).toBe('oidc.keys-unavailable');
  const count = one.asked.length;
  await rejectionOf(one.keys.find('ec-1', at(0.5)));
  expect(one.asked).toHaveLength(count);
});

test('keys are fetched once for many tokens, again after an hour, and for an unknown key at most each minute', async () => {
  const { keys: source, asked } = network({ [CONFIG]: config(), [JWKS]: jwks });
  await Promise.all([1, 2, 3].map(() => source.find('ec-1', at(0))));
  expect((await source.find('rsa-1', at(59))).keys).toHaveLength(2);
  expect(asked).toEqual([CONFIG, JWKS]);
  for (const seconds of [0, 1, 2, 30, 59]) await source.find('new', at(59 + seconds / 60));
  expect(asked).toHaveLength(4);
  await source.find('ec-1', at(121));
  expect(asked).toHaveLength(6);
});

test('known keys are used for a day while the issuer does not answer', async () => {
  const { keys: source, answers } = network({ [CONFIG]: config(), [JWKS]: jwks });
  await source.find('ec-1', at(0));
  delete answers[CONFIG];
  expect((await source.find('ec-1', at(23 * 60))).keys).toHaveLength(2);
  expect((await rejectionOf(source.find('ec-1', at(24 * 60)))).code).toBe('oidc.keys-unavailable');
});

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(65_536).fill(32)) });
}
