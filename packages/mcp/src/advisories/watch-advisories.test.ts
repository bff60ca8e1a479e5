import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Digest } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Answering, FakeRegistry, listAt, registryKeys } from '../../../../test/fakes/fake-registry.ts';
import { type WatchOptions, watchAdvisories } from './watch-advisories.ts';

const BAD: Digest = `sha256:${'0a'.repeat(32)}`;
const WORSE: Digest = `sha256:${'0b'.repeat(32)}`;
const SIGNER = registryKeys();
const NOON = '2026-11-15T12:00:00Z';
const ONE = '2026-11-15T13:00:00Z';
const HOUR = 60 * 60 * 1000;

let folder: string;
let registry: FakeRegistry;
let url: string;
let clock: number;
let stderr: string[];
let polls: (() => Promise<void>)[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmark-advisories-'));
  registry = new FakeRegistry();
  url = await registry.open();
  clock = Date.parse(NOON);
  stderr = [];
  polls = [];
});
afterEach(async () => {
  await registry.close();
  rmSync(folder, { recursive: true });
});

const cacheFile = (): string => path.join(folder, 'cache', 'advisories.json');

async function watch(options: Partial<WatchOptions> = {}) {
  const repeat = (work: () => Promise<void>): (() => void) => {
    polls.push(work);
    return () => void polls.splice(polls.indexOf(work), 1);
  };
  const watched = await watchAdvisories({
    url,
    keys: [SIGNER.publicKey],
    cacheFile: cacheFile(),
    fetch,
    stderr: line => void stderr.push(line),
    now: () => clock,
    repeat,
    ...options,
  });
  const refusalOf = (digest: Digest) => watched.refusalOf('s', {}, digest);
  const poll = polls[polls.length - 1] ?? (async () => {});
  return { denies: (digest: Digest) => refusalOf(digest) !== undefined, poll, close: watched.close, refusalOf };
}

const cached = (): string => readFileSync(cacheFile(), 'utf8');
const textOf = (list: Uint8Array): string => new TextDecoder().decode(list);

/** A guard that has fetched this list once. */
async function watchServed(list = listAt(NOON, [BAD], SIGNER)) {
  registry.serve(list);
  return watch();
}

describe('a guard without advisories', () => {
  const other = registryKeys();
  const sending =
    (body: Uint8Array | string): Answering =>
    (_, response) =>
      void response.end(body);
  const redirect =
    (location: string): Answering =>
    (_, response) =>
      void response.writeHead(302, { location }).end();

  test.each<[string, Answering, string]>([
    ['returns an error', (_, response) => response.writeHead(500).end(), 'status 500'],
    ['returns not modified', (_, response) => response.writeHead(304).end(), 'status 304'],
    ['redirects to another origin', redirect('http://127.0.0.1:1/x'), 'another origin'],
    ['redirects without a location', redirect(''), 'too many redirects'],
    ['redirects in a loop', redirect('/api/v1/advisories'), 'too many redirects'],
    ['sends too much', sending(Buffer.alloc(5_000_000, 0x20)), 'more than 4194304 bytes'],
    ['closes the connection', ({ socket }) => void socket.destroy(), 'The request to the registry failed'],
    [
      'breaks off in the middle of the list',
      (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
      'The request to the registry failed',
    ],
    ['sends HTML', sending('<html>'), 'not strict JSON'],
    ['sends an unsigned list', sending('{"v":1,"advisories":[]}'), 'it has no signature'],
    ['sends a list of another key', sending(listAt(NOON, [BAD], other)), 'signed with a key that was not given'],
    [
      'sends a modified list',
      sending(textOf(listAt(NOON, [BAD], SIGNER)).replace('Sends', 'Takes')),
      'The signature of the advisories is invalid',
    ],
    [
      'sends an expired list',
      sending(listAt('2026-11-14T12:00:00Z', [BAD], SIGNER)),
      'expired at 2026-11-15T12:00:00.000Z',
    ],
    ['sends a list from the future', sending(listAt('2026-11-15T12:05:01Z', [BAD], SIGNER)), 'Check the clocks'],
  ])('does not start if the registry %s', async (_, answer, reason) => {
    registry.answer = answer;
    await expect(watch()).rejects.toThrow(
      expect.objectContaining({ code: 'guard.advisories-unavailable', message: expect.stringContaining(reason) }),
    );
    expect([polls, existsSync(cacheFile())]).toEqual([[], false]);
  });

  test('[guard.advisory-outlasts] does not start if the registry is unreachable', async () => {
    await registry.close();
    await expect(watch()).rejects.toThrow(expect.objectContaining({ code: 'guard.advisories-unavailable' }));
    await registry.open();
  });

  test.each<[string, Answering]>([
    ['never responds', () => {}],
    ['never finishes', (_, response) => void response.writeHead(200).write('{')],
  ])('does not wait for a registry that %s', async (_, answer) => {
    registry.answer = answer;
    await expect(watch({ timeoutMs: 50 })).rejects.toThrow('timed out');
  });

  test('starts with isOptional, warns, and denies once the registry responds', async () => {
    const { denies, poll } = await watch({ isOptional: true });
    expect([denies(BAD), stderr]).toEqual([
      false,
      [
        'The request to the registry failed: status 503. [advisories.unreachable]',
        'WARNING: no advisories available. Incidents are not enforced until the registry responds.',
      ],
    ]);
    registry.serve(listAt(NOON, [BAD], SIGNER));
    await poll();
    expect([denies(BAD), stderr[2]]).toEqual([true, 'The registry responds again.']);
  });
});

describe('the registry URL', () => {
  test.each([
    'http://registry.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://10.0.0.1',
    'ftp://localhost',
    'file:///etc/passwd',
    'https://user:secret@registry.example',
    'https://registry.example/?x=1',
    'https://registry.example/#x',
    'registry.example',
    '',
  ])('must not be %s', async address => {
    const refused = watch({ url: address, fetch: () => Promise.reject(new Error('A request was sent.')) });
    await expect(refused).rejects.toThrow(expect.objectContaining({ code: 'advisories.bad-address' }));
    await expect(refused).rejects.not.toThrow('secret');
  });

  test.each([
    ['https://registry.example', 'https://registry.example/api/v1/advisories'],
    ['https://registry.example/', 'https://registry.example/api/v1/advisories'],
    ['https://registry.example:8443/tools/', 'https://registry.example:8443/tools/api/v1/advisories'],
    ['http://localhost:1', 'http://localhost:1/api/v1/advisories'],
    ['http://[::1]:1', 'http://[::1]:1/api/v1/advisories'],
    ['http://127.9.9.9:1', 'http://127.9.9.9:1/api/v1/advisories'],
  ])('%s is resolved to the list URL', async (address, expected) => {
    const asked: string[] = [];
    const fake = async (at: URL): Promise<Response> => {
      asked.push(at.href);
      return new Response(listAt(NOON, [], SIGNER).slice());
    };
    await watch({ url: address, fetch: fake });
    expect(asked).toEqual([expected]);
  });

  test('may redirect within its origin', async () => {
    const list = listAt(NOON, [BAD], SIGNER);
    registry.answer = (request, response) => {
      if (request.url === '/api/v1/advisories') response.writeHead(308, { location: '/list.json' }).end();
      else response.end(list);
    };
    expect((await watch()).denies(BAD)).toBe(true);
  });

  test('requests do not identify the user', async () => {
    await watchServed();
    const { authorization, cookie, referer, origin } = registry.asked[0]?.headers ?? {};
    expect([authorization, cookie, referer, origin]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a guard with a registry', () => {
  test('denies listed digests with the reason, and allows others', async () => {
    const { refusalOf } = await watchServed();
    expect(refusalOf(BAD)).toBe('Advisory TMA-1 (critical): Sends files away.');
    expect(refusalOf(WORSE)).toBeUndefined();
    expect(stderr).toEqual([]);
  });

  test('escapes the summary of an advisory', async () => {
    const summary = 'Bad.\u001b[2J\nIgnore\u202e this.';
    const entry = { id: 'TMA-1', severity: 'low', summary, digests: [BAD] } as const;
    const { refusalOf } = await watchServed(listAt(NOON, [], SIGNER, { advisories: [entry] }));
    expect(refusalOf(BAD)).toContain('Bad.\\u{1b}[2J\\u{a}Ignore\\u{202e} this.');
  });

  test('replaces its list with a newer one', async () => {
    const { denies, poll } = await watchServed();
    registry.serve(listAt(ONE, [WORSE], SIGNER));
    clock += HOUR;
    await poll();
    expect([denies(BAD), denies(WORSE)]).toEqual([false, true]);
    expect(JSON.parse(cached())).toMatchObject({ issuedAt: ONE });
  });

  test('sends If-None-Match', async () => {
    const { denies, poll } = await watchServed();
    await poll();
    const tags = registry.asked.map(({ headers }) => headers['if-none-match']);
    expect([tags[0], typeof tags[1], denies(BAD), stderr]).toEqual([undefined, 'string', true, []]);
  });

  test.each<[string, () => Uint8Array | string, string]>([
    ['an older list', () => listAt('2026-11-15T11:59:59Z', [], SIGNER), 'advisories.rollback'],
    ['a list of another key', () => listAt(ONE, [], registryKeys()), 'advisories.unknown-key'],
    ['an expired list', () => listAt('2026-11-01T12:00:00Z', [], SIGNER), 'advisories.expired'],
    ['a forged list', () => textOf(listAt(ONE, [WORSE], SIGNER)).replace('0b0b', '0c0c'), 'advisories.forged'],
    ['invalid JSON', () => 'gone', 'json.syntax'],
  ])('keeps its list when the registry serves %s, and warns once', async (_, list, code) => {
    const { denies, poll } = await watchServed();
    const before = cached();
    registry.answer = (_request, response) => response.end(list());
    await poll();
    await poll();
    expect([denies(BAD), denies(WORSE), cached()]).toEqual([true, false, before]);
    expect(stderr).toEqual([expect.stringMatching(`Using the advisories of ${NOON}. \\[${code}\\]$`)]);
  });

  test('ignores another list with the same time', async () => {
    const { denies, poll } = await watchServed();
    registry.serve(listAt(NOON, [], SIGNER));
    await poll();
    expect([denies(BAD), stderr]).toEqual([true, []]);
  });

  test('stops when closed, also during a request', async () => {
    const { close, poll } = await watchServed();
    const arrived = new Promise<void>(resolve => {
      registry.answer = () => resolve();
    });
    const asking = poll();
    await arrived;
    close();
    await asking;
    expect([polls, stderr]).toEqual([[], []]);
  });

  test('sends one request at a time', async () => {
    const { poll } = await watchServed();
    await Promise.all([poll(), poll(), poll()]);
    expect(registry.asked).toHaveLength(2);
  });
});

describe('an unreachable registry', () => {
  test('leaves its last list in force, with one warning', async () => {
    const { denies, poll } = await watchServed();
    registry.fail();
    await poll();
    await poll();
    expect([denies(BAD), denies(WORSE)]).toEqual([true, false]);
    expect(stderr).toEqual([
      `The request to the registry failed: status 503. Using the advisories of ${NOON}. [advisories.unreachable]`,
    ]);
  });

  test('[guard.advisory-outlasts] does not unblock tools: an expired list stays in force, with one warning', async () => {
    const { denies, poll } = await watchServed();
    registry.fail();
    clock += 24 * HOUR;
    await poll();
    await poll();
    expect([denies(BAD), denies(WORSE)]).toEqual([true, false]);
    expect(stderr.filter(line => line.startsWith('WARNING: the advisories expired'))).toHaveLength(1);
  });

  test('causes the expiry warning at a call between two polls', async () => {
    const { denies } = await watchServed();
    clock += 24 * HOUR - 1;
    expect([denies(BAD), stderr]).toEqual([true, []]);
    clock += 1;
    expect([denies(BAD), stderr.length]).toEqual([true, 1]);
  });

  test('cannot extend an expired list with 304', async () => {
    const { poll } = await watchServed();
    clock += 24 * HOUR;
    await poll();
    expect(registry.asked[1]?.headers['if-none-match']).toBeUndefined();
    expect(stderr[0]).toContain('[advisories.expired]');
  });

  test('may recover: its new list is used, and the next outage is reported again', async () => {
    const { denies, poll } = await watchServed();
    registry.fail();
    clock += 24 * HOUR;
    await poll();
    registry.serve(listAt('2026-11-16T12:00:00Z', [WORSE], SIGNER));
    await poll();
    expect([denies(BAD), denies(WORSE), stderr.at(-1)]).toEqual([false, true, 'The registry responds again.']);
    clock += 24 * HOUR;
    denies(BAD);
    expect(stderr.filter(line => line.startsWith('WARNING'))).toHaveLength(2);
  });
});

describe('the cached list', () => {
  test('is stored verbatim with mode 0600 and no leftovers', async () => {
    const list = listAt(NOON, [BAD], SIGNER);
    await watchServed(list);
    expect(cached()).toBe(textOf(list));
    expect(statSync(cacheFile()).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(cacheFile()))).toEqual(['advisories.json']);
  });

  test.each<[string, number]>([
    ['fresh', HOUR],
    ['expired', 48 * HOUR],
  ])('is used by the next guard if it is %s and the registry is unreachable', async (_, later) => {
    await watchServed();
    registry.fail();
    clock += later;
    const { denies } = await watch();
    expect([denies(BAD), denies(WORSE)]).toEqual([true, false]);
    expect(stderr.some(line => line.startsWith('WARNING: the advisories expired'))).toBe(later > 24 * HOUR);
  });

  test('[guard.advisory-rollback] prevents rollback, also when the clock was set back', async () => {
    await watchServed(listAt(NOON, [BAD], SIGNER));
    registry.serve(listAt('2026-11-10T12:00:00Z', [], SIGNER));
    clock = Date.parse('2026-11-10T13:00:00Z');
    const { denies } = await watch();
    expect([denies(BAD), stderr]).toEqual([true, [expect.stringContaining('[advisories.rollback]')]]);
  });

  test.each<[string, (file: string) => void]>([
    ['was modified', file => writeFileSync(file, cached().replace('Sends', 'Takes'))],
    ['is signed by another key', file => writeFileSync(file, listAt(ONE, [], registryKeys()))],
    ['is not JSON', file => writeFileSync(file, 'x')],
    ['is empty', file => writeFileSync(file, '')],
    ['is huge', file => writeFileSync(file, Buffer.alloc(5_000_000, 0x20))],
    [
      'is a link',
      file => {
        writeFileSync(`${file}.real`, readFileSync(file));
        rmSync(file);
        symlinkSync(`${file}.real`, file);
      },
    ],
  ])('is rejected if it %s', async (_, spoil) => {
    await watchServed();
    registry.fail();
    spoil(cacheFile());
    await expect(watch()).rejects.toThrow(expect.objectContaining({ code: 'guard.advisories-unavailable' }));
    expect(stderr[0]).toMatch(/^WARNING: the cached advisories are invalid: /);
  });

  test('is replaced if invalid', async () => {
    await watchServed();
    writeFileSync(cacheFile(), 'x');
    await watch();
    expect(cached()).toContain(BAD);
  });

  test('of another guard is used if newer, and not overwritten', async () => {
    const slow = await watchServed(listAt(NOON, [], SIGNER));
    const latest = listAt('2026-11-15T12:02:00Z', [BAD], SIGNER);
    await watchServed(latest);
    registry.serve(listAt('2026-11-15T12:01:00Z', [], SIGNER));
    await slow.poll();
    expect([slow.denies(BAD), cached()]).toEqual([true, textOf(latest)]);
  });

  test('is optional: a write error is only a warning', async () => {
    writeFileSync(path.join(folder, 'cache'), '');
    const { denies } = await watchServed();
    expect(denies(BAD)).toBe(true);
    expect(stderr.join()).toContain('Could not cache the advisories');
  });
});

test('rejects an unsupported key before any request', async () => {
  await expect(watch({ keys: [SIGNER.key] })).rejects.toThrow(
    expect.objectContaining({ code: 'advisories.key-unsupported' }),
  );
  expect(registry.asked).toEqual([]);
});
