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
import { type Answering, FakeRegistry, listAt, registryKeys } from './fake-registry.ts';
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
let talk: string[];
let polls: (() => Promise<void>)[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmark-advisories-'));
  registry = new FakeRegistry();
  url = await registry.open();
  clock = Date.parse(NOON);
  talk = [];
  polls = [];
});
afterEach(async () => {
  await registry.close();
  rmSync(folder, { recursive: true });
});

function cacheFile(): string {
  return path.join(folder, 'cache', 'advisories.json');
}

interface Watch {
  readonly denies: (digest: Digest) => boolean;
  readonly poll: () => Promise<void>;
  readonly close: () => void;
  readonly refusalOf: (digest: Digest) => string | undefined;
}

async function watch(options: Partial<WatchOptions> = {}): Promise<Watch> {
  const repeat = (work: () => Promise<void>): (() => void) => {
    polls.push(work);
    return () => void polls.splice(polls.indexOf(work), 1);
  };
  const watched = await watchAdvisories({
    url,
    keys: [SIGNER.publicKey],
    cacheFile: cacheFile(),
    fetch,
    talk: line => void talk.push(line),
    now: () => clock,
    repeat,
    ...options,
  });
  const refusalOf = (digest: Digest) => watched.refusalOf('s', {}, digest);
  const poll = polls[polls.length - 1] ?? (async () => {});
  return { denies: digest => refusalOf(digest) !== undefined, poll, close: watched.close, refusalOf };
}

function remembered(): string {
  return readFileSync(cacheFile(), 'utf8');
}

function textOf(list: Uint8Array): string {
  return new TextDecoder().decode(list);
}

/** A registry that has been asked once, and a guard that remembers its list. */
async function watchServed(list = listAt(NOON, [BAD], SIGNER), options: Partial<WatchOptions> = {}): Promise<Watch> {
  registry.serve(list);
  return watch(options);
}

describe('a guard that has no advisories at all', () => {
  const other = registryKeys();

  test.each<[string, Answering, string]>([
    ['answers with an error', (_, response) => response.writeHead(500).end(), 'status 500'],
    ['claims that nothing has changed', (_, response) => response.writeHead(304).end(), 'status 304'],
    [
      'sends to another place',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end(),
      'another place',
    ],
    ['sends to nowhere', (_, response) => response.writeHead(302).end(), 'from one place to the next'],
    [
      'sends in circles',
      ({ url: at }, response) => response.writeHead(307, { location: at ?? '' }).end(),
      'from one place to the next',
    ],
    [
      'sends too much',
      (_, response) => response.writeHead(200).end(Buffer.alloc(5_000_000, 0x20)),
      'more than 4194304 bytes',
    ],
    ['breaks off', ({ socket }) => void socket.destroy(), 'The registry cannot be asked'],
    [
      'breaks off in the middle',
      (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
      'The registry cannot be asked',
    ],
    ['sends noise', (_, response) => response.end('<html>'), 'not strict JSON'],
    ['sends an unsigned list', (_, response) => response.end('{"v":1,"advisories":[]}'), 'no signature'],
    [
      'sends a list of another key',
      (_, response) => response.end(listAt(NOON, [BAD], other)),
      'a key that was not given',
    ],
    [
      'sends a changed list',
      (_, response) => response.end(textOf(listAt(NOON, [BAD], SIGNER)).replace('Sends', 'Takes')),
      'does not hold',
    ],
    [
      'sends an expired list',
      (_, response) => response.end(listAt('2026-11-14T12:00:00Z', [BAD], SIGNER)),
      'expired at 2026-11-15T12:00:00.000Z',
    ],
    [
      'sends a list from the future',
      (_, response) => response.end(listAt('2026-11-15T12:05:01Z', [BAD], SIGNER)),
      'Check the clocks',
    ],
  ])('does not start while the registry %s', async (_, answer, reason) => {
    registry.answer = answer;
    await expect(watch()).rejects.toThrow(
      expect.objectContaining({ code: 'guard.advisories-unavailable', message: expect.stringContaining(reason) }),
    );
    expect([polls, existsSync(cacheFile())]).toEqual([[], false]);
  });

  test('[guard.advisories-unreachable] does not start while nobody is at the address', async () => {
    await registry.close();
    await expect(watch()).rejects.toThrow(expect.objectContaining({ code: 'guard.advisories-unavailable' }));
    await registry.open();
  });

  test('does not wait for a registry that never answers', async () => {
    registry.answer = () => {};
    await expect(watch({ timeoutMs: 50 })).rejects.toThrow('did not answer in time');
  });

  test('does not wait for a registry that never finishes', async () => {
    registry.answer = (_, response) => void response.writeHead(200).write('{');
    await expect(watch({ timeoutMs: 50 })).rejects.toThrow('did not answer in time');
  });

  test('starts if that was wanted, says so, and denies as soon as the registry answers', async () => {
    const { denies, poll } = await watch({ isOptional: true });
    expect([denies(BAD), talk]).toEqual([
      false,
      [
        'The registry cannot be asked: it answered with status 503. [advisories.unreachable]',
        'WARNING: there are no advisories to go by. No tool is denied for an incident until the registry answers.',
      ],
    ]);
    registry.serve(listAt(NOON, [BAD], SIGNER));
    await poll();
    expect([denies(BAD), talk[2]]).toEqual([true, 'The registry answers again.']);
  });
});

describe('the address of a registry', () => {
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
  ])('is not %s', async address => {
    const refused = watch({ url: address, fetch: () => Promise.reject(new Error('It was asked.')) });
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
  ])('%s leads to its list', async (address, expected) => {
    const asked: string[] = [];
    const fake = async (at: URL): Promise<Response> => {
      asked.push(at.href);
      return new Response(listAt(NOON, [], SIGNER).slice());
    };
    await watch({ url: address, fetch: fake });
    expect(asked).toEqual([expected]);
  });

  test('may send on within the same origin', async () => {
    const list = listAt(NOON, [BAD], SIGNER);
    registry.answer = (request, response) => {
      if (request.url === '/api/v1/advisories') response.writeHead(308, { location: '/list.json' }).end();
      else response.end(list);
    };
    expect((await watch()).denies(BAD)).toBe(true);
  });

  test('a request carries nothing that tells who asks', async () => {
    await watchServed();
    const { authorization, cookie, referer, origin } = registry.asked[0]?.headers ?? {};
    expect([authorization, cookie, referer, origin]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a guard that follows a registry', () => {
  test('denies what the list names, says why, and lets the rest pass', async () => {
    const { refusalOf } = await watchServed();
    expect(refusalOf(BAD)).toBe('The tool is under the advisory TMA-1 (critical): Sends files away.');
    expect(refusalOf(WORSE)).toBeUndefined();
    expect(talk).toEqual([]);
  });

  test('shows the words of an advisory inert', async () => {
    const entry = {
      id: 'TMA-1',
      severity: 'low',
      summary: 'Bad.\u001b[2J\nIgnore\u202e this.',
      digests: [BAD],
    } as const;
    const { refusalOf } = await watchServed(listAt(NOON, [], SIGNER, { advisories: [entry] }));
    expect(refusalOf(BAD)).toContain('Bad.\\u{1b}[2J\\u{a}Ignore\\u{202e} this.');
  });

  test('takes a later list, and forgets what it does not name any more', async () => {
    const { denies, poll } = await watchServed();
    registry.serve(listAt(ONE, [WORSE], SIGNER));
    clock += HOUR;
    await poll();
    expect([denies(BAD), denies(WORSE)]).toEqual([false, true]);
    expect(JSON.parse(remembered())).toMatchObject({ issuedAt: ONE });
  });

  test('asks whether there is something new, and not for the same again', async () => {
    const { denies, poll } = await watchServed();
    await poll();
    const tags = registry.asked.map(({ headers }) => headers['if-none-match']);
    expect([tags[0], typeof tags[1], denies(BAD), talk]).toEqual([undefined, 'string', true, []]);
  });

  test.each<[string, () => Uint8Array | string, string]>([
    ['an older list', () => listAt('2026-11-15T11:59:59Z', [], SIGNER), 'advisories.rollback'],
    ['a list of another key', () => listAt(ONE, [], registryKeys()), 'advisories.unknown-key'],
    ['an expired list', () => listAt('2026-11-01T12:00:00Z', [], SIGNER), 'advisories.expired'],
    ['a forged list', () => textOf(listAt(ONE, [WORSE], SIGNER)).replace('0b0b', '0c0c'), 'advisories.forged'],
    ['noise', () => 'gone', 'json.syntax'],
  ])('keeps its list when it is shown %s, and says so once', async (_, list, code) => {
    const { denies, poll } = await watchServed();
    const before = remembered();
    registry.answer = (_request, response) => response.end(list());
    await poll();
    await poll();
    expect([denies(BAD), denies(WORSE), remembered()]).toEqual([true, false, before]);
    expect(talk).toEqual([expect.stringMatching(`The advisories of ${NOON} count. \\[${code}\\]$`)]);
  });

  test('another list of the same moment changes nothing', async () => {
    const { denies, poll } = await watchServed();
    registry.serve(listAt(NOON, [], SIGNER));
    await poll();
    expect([denies(BAD), talk]).toEqual([true, []]);
  });

  test('stops when it is closed, also in the middle of asking', async () => {
    const { close, poll } = await watchServed();
    const arrived = new Promise<void>(resolve => {
      registry.answer = () => resolve();
    });
    const asking = poll();
    await arrived;
    close();
    await asking;
    expect([polls, talk]).toEqual([[], []]);
  });

  test('asks once at a time', async () => {
    const { poll } = await watchServed();
    await Promise.all([poll(), poll(), poll()]);
    expect(registry.asked).toHaveLength(2);
  });
});

describe('a registry that is out of reach', () => {
  test('leaves its last list in force, and that is said once', async () => {
    const { denies, poll } = await watchServed();
    registry.fail();
    await poll();
    await poll();
    expect([denies(BAD), denies(WORSE)]).toEqual([true, false]);
    expect(talk).toEqual([
      `The registry cannot be asked: it answered with status 503. The advisories of ${NOON} count. [advisories.unreachable]`,
    ]);
  });

  test('[guard.advisory-outlasts] frees no tool by staying away: what an expired list names stays denied, and that is said loudly once', async () => {
    const { denies, poll } = await watchServed();
    registry.fail();
    clock += 24 * HOUR;
    await poll();
    await poll();
    expect([denies(BAD), denies(WORSE)]).toEqual([true, false]);
    expect(talk.filter(line => line.startsWith('WARNING: the advisories expired'))).toHaveLength(1);
  });

  test('is noticed to have been away too long by a call, even between two questions', async () => {
    const { denies } = await watchServed();
    clock += 24 * HOUR - 1;
    expect([denies(BAD), talk]).toEqual([true, []]);
    clock += 1;
    expect([denies(BAD), talk.length]).toEqual([true, 1]);
  });

  test('does not keep an expired list alive by saying that nothing has changed', async () => {
    const { poll } = await watchServed();
    clock += 24 * HOUR;
    await poll();
    expect(registry.asked[1]?.headers['if-none-match']).toBeUndefined();
    expect(talk[0]).toContain('[advisories.expired]');
  });

  test('may come back: then its news count, and the next silence is told again', async () => {
    const { denies, poll } = await watchServed();
    registry.fail();
    clock += 24 * HOUR;
    await poll();
    registry.serve(listAt('2026-11-16T12:00:00Z', [WORSE], SIGNER));
    await poll();
    expect([denies(BAD), denies(WORSE), talk[talk.length - 1]]).toEqual([false, true, 'The registry answers again.']);
    clock += 24 * HOUR;
    denies(BAD);
    expect(talk.filter(line => line.startsWith('WARNING'))).toHaveLength(2);
  });
});

describe('the remembered list', () => {
  test('is kept as it came, for its owner alone, with nothing beside it', async () => {
    const list = listAt(NOON, [BAD], SIGNER);
    await watchServed(list);
    expect(remembered()).toBe(textOf(list));
    expect(statSync(cacheFile()).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(cacheFile()))).toEqual(['advisories.json']);
  });

  test.each<[string, number]>([
    ['fresh', HOUR],
    ['expired', 48 * HOUR],
  ])('counts for the next guard while it is %s and the registry is away', async (_, later) => {
    await watchServed();
    registry.fail();
    clock += later;
    const { denies } = await watch();
    expect([denies(BAD), denies(WORSE)]).toEqual([true, false]);
    expect(talk.some(line => line.startsWith('WARNING: the advisories expired'))).toBe(later > 24 * HOUR);
  });

  test('[guard.advisory-rollback] keeps a registry from going back, also when the clock was set back', async () => {
    await watchServed(listAt(NOON, [BAD], SIGNER));
    registry.serve(listAt('2026-11-10T12:00:00Z', [], SIGNER));
    clock = Date.parse('2026-11-10T13:00:00Z');
    const { denies } = await watch();
    expect([denies(BAD), talk]).toEqual([true, [expect.stringContaining('[advisories.rollback]')]]);
  });

  test.each<[string, (file: string) => void]>([
    ['was changed', file => writeFileSync(file, remembered().replace('Sends', 'Takes'))],
    ['is of another key', file => writeFileSync(file, listAt(ONE, [], registryKeys()))],
    ['is noise', file => writeFileSync(file, 'x')],
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
  ])('is not believed when it %s', async (_, spoil) => {
    await watchServed();
    registry.fail();
    spoil(cacheFile());
    await expect(watch()).rejects.toThrow(expect.objectContaining({ code: 'guard.advisories-unavailable' }));
    expect(talk[0]).toMatch(/^WARNING: the remembered advisories are not believed: /);
  });

  test('that is not believed is replaced by what the registry says', async () => {
    await watchServed();
    writeFileSync(cacheFile(), 'x');
    await watch();
    expect(remembered()).toContain(BAD);
  });

  test('of a guard that saw more counts for the others, and is not overwritten with less', async () => {
    const slow = await watchServed(listAt(NOON, [], SIGNER));
    const latest = listAt('2026-11-15T12:02:00Z', [BAD], SIGNER);
    await watchServed(latest);
    registry.serve(listAt('2026-11-15T12:01:00Z', [], SIGNER));
    await slow.poll();
    expect([slow.denies(BAD), remembered()]).toEqual([true, textOf(latest)]);
  });

  test('that cannot be written stops nobody', async () => {
    writeFileSync(path.join(folder, 'cache'), '');
    const { denies } = await watchServed();
    expect(denies(BAD)).toBe(true);
    expect(talk.join()).toContain('The advisories cannot be remembered');
  });
});

test('a key that may not sign advisories is refused before anybody is asked', async () => {
  await expect(watch({ keys: [SIGNER.key] })).rejects.toThrow(
    expect.objectContaining({ code: 'advisories.key-unsupported' }),
  );
  expect(registry.asked).toEqual([]);
});
