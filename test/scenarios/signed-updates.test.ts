import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import {
  type LockedPackage,
  type LockedServer,
  type McpTool,
  parseLock,
  pin,
  type Snapshot,
  sha256,
} from '@toolmark/core';
import {
  attestationStatement,
  digestsOfSnapshot,
  keyHint,
  packageSubjects,
  signPayload,
  toBundle,
} from '@toolmark/core/attestation';
import { writeRevocations } from '@toolmark/core/sign';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { issue } from '../pki.ts';
import { type Outcome, runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Connected, connectTo, guardCommand } from './guarded-client.ts';

const SERVER = path.resolve(import.meta.dirname, 'servers/versioned.js');

/** The server as released: version 2 has one more tool and another text. */
const V1 = [tool('forecast', 'Shows the weather of tomorrow.')];
const V2 = [tool('forecast', 'Shows the weather of the next ten days.'), tool('alerts', 'Lists storms.')];

function tool(name: string, description: string): McpTool {
  return { name, description, inputSchema: { type: 'object' } };
}

/** A plain key, or a key with a certificate. */
type Signer =
  | { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
  | { readonly privateKey: KeyObject; readonly certificate: Uint8Array };

async function certified() {
  const { certificate, key: privateKey } = await issue({ name: 'CN=Ada', key: 'ed25519' });
  return { certificate, privateKey, fingerprint: sha256(certificate) };
}

let cwd: string;
let author: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
beforeEach(async () => {
  cwd = temporaryFolder();
  author = generateKeyPairSync('ed25519');
  copyFileSync(SERVER, at('server.js'));
  writeFileSync(at('package.json'), '{"type":"module"}');
  writeFileSync(at('author.pem'), author.publicKey.export({ type: 'spki', format: 'pem' }));
});

const at = (file: string): string => path.join(cwd, file);
const COMMAND = ['--', process.execPath, 'server.js', 'state.json'];

function toolmark(...args: string[]): Promise<Outcome> {
  return runToolmark([...args, '--timeout', '60', ...COMMAND], { cwd, home: cwd });
}

/** Another version is there, with these attestations inside its package. */
function release(version: string, tools: readonly McpTool[], bundles: readonly unknown[] = []): void {
  writeFileSync(at('toolmark.attestation.json'), JSON.stringify(bundles));
  writeFileSync(at('state.json'), JSON.stringify({ version, tools }));
}

function entry(): LockedServer {
  const found = parseLock(readFileSync(at('toolmark.lock.json'))).servers.get('default');
  if (found === undefined) throw new Error('nothing is locked');
  return found;
}

/** The package as it is now, and not as it is locked. */
async function codeNow(): Promise<LockedPackage | undefined> {
  const command = ['lock', '--yes', '--lockfile', 'now.json', ...COMMAND];
  await runToolmark(command, { cwd, home: cwd });
  return parseLock(readFileSync(at('now.json'))).servers.get('default')?.package;
}

/** What the author signs for a version. */
function attest(
  version: string,
  tools: readonly McpTool[],
  signer: Signer = author,
  of: LockedPackage | undefined = entry().package,
): unknown {
  const serverInfo = { name: 'versioned', version };
  const snapshot = { serverInfo, tools, prompts: [], resources: [], templates: [] } as unknown as Snapshot;
  if (of === undefined) throw new Error('nothing is pinned');
  const payload = attestationStatement({
    subject: packageSubjects(of, pin(snapshot).surfaceDigest),
    surface: digestsOfSnapshot(snapshot),
    completeness: 'exact',
    serverInfo,
    launch: { args: [], env: [] },
    observedAt: '2026-11-15T10:00:00Z',
    generator: 'test 1',
  });
  const signature = signPayload(payload, signer.privateKey);
  const by = 'certificate' in signer ? { certificate: signer.certificate } : { hint: keyHint(signer.publicKey) };
  return JSON.parse(new TextDecoder().decode(toBundle({ payload, signature, ...by })));
}

/** A team has locked version 1 and its author. */
async function lockFirst(): Promise<void> {
  release('1.0.0', V1);
  expect((await toolmark('lock')).exit).toBe(0);
  release('1.0.0', V1, [attest('1.0.0', V1)]);
  const { exit, stderr, stdout } = await toolmark('lock', '--yes', '--publisher', 'author.pem');
  expect(exit, stderr + stdout).toBe(0);
}

describe('locking a publisher', () => {
  test('needs an answer like any other change, and notes what was attested', async () => {
    release('1.0.0', V1);
    await toolmark('lock');
    release('1.0.0', V1, [attest('1.0.0', V1)]);
    const asked = await toolmark('lock', '--publisher', 'author.pem');
    expect(asked).toMatchObject({ exit: 1, stdout: expect.stringContaining('publisher: key sha256:') });
    expect(entry().publisher).toBeUndefined();
    expect(await toolmark('lock', '--yes', '--publisher', 'author.pem')).toMatchObject({ exit: 0 });
    expect(entry()).toMatchObject({
      publisher: { type: 'key', sha256: keyHint(author.publicKey).slice(7) },
      attested: { version: '1.0.0' },
    });
    // The publisher stays until another one is named.
    expect(await toolmark('lock')).toMatchObject({ exit: 0, stdout: expect.stringContaining('up to date') });
    expect(entry().publisher).toBeDefined();
  });

  test('is taken from a certificate in an attestation, after it was shown', async () => {
    release('1.0.0', V1);
    await toolmark('lock');
    const { certificate, privateKey, fingerprint } = await certified();
    release('1.0.0', V1, [attest('1.0.0', V1, { privateKey, certificate })]);
    expect(await toolmark('lock', '--publisher', 'found')).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining(`publisher: certificate ${fingerprint}`),
    });
    expect((await toolmark('lock', '--publisher', 'found', '--yes')).exit).toBe(0);
    expect(entry().publisher).toEqual({ type: 'certificate', sha256: fingerprint.slice(7) });
    release('2.0.0', V2, [attest('2.0.0', V2, { privateKey, certificate })]);
    expect((await toolmark('lock', '--accept-updates')).exit).toBe(0);
  });

  test('is not found where nothing proves what the server is', async () => {
    release('1.0.0', V1);
    await toolmark('lock');
    release('1.0.0', V1, [attest('1.0.0', V2, await certified())]);
    const { exit, stdout } = await toolmark('lock', '--publisher', 'found', '--yes');
    expect(exit).toBe(2);
    expect(stdout).toContain('lock.no-attestation');
  });

  test.each([
    ['a private key', ['secret.pem'], 'usage.publisher'],
    ['an issuer without https', ['http://ci.example', 'me'], 'usage.publisher'],
    ['three words', ['a', 'b', 'c'], 'usage.publisher'],
    ['a file without a key', ['package.json'], 'malformed'],
  ])('refuses %s', async (_, words, code) => {
    writeFileSync(at('secret.pem'), author.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    release('1.0.0', V1);
    const { exit, stderr } = await toolmark('lock', '--publisher', ...words);
    expect(exit).toBe(2);
    expect(stderr).toContain(code);
  });
});

describe('lock --accept-updates', () => {
  test('takes over what the publisher signed without a question', async () => {
    await lockFirst();
    release('2.0.0', V2, [attest('1.0.0', V1), attest('2.0.0', V2)]);
    expect(await toolmark('lock')).toMatchObject({ exit: 1 });
    const { exit, stdout } = await toolmark('lock', '--accept-updates');
    expect(stdout).toContain('all changes are attested by the publisher');
    expect(exit).toBe(0);
    expect(entry()).toMatchObject({ attested: { version: '2.0.0' } });
    expect([...entry().tools.keys()]).toEqual(['alerts', 'forecast']);
  });

  test.each<[string, () => unknown[]]>([
    ['an unsigned change', () => []],
    ['a change that another person signed', () => [attest('2.0.0', V2, generateKeyPairSync('ed25519'))]],
    ['a change that the signature is not about', () => [attest('2.0.0', [...V2, tool('exec', 'Runs a command.')])]],
  ])('leaves %s', async (_, bundles) => {
    await lockFirst();
    const before = readFileSync(at('toolmark.lock.json'), 'utf8');
    release('2.0.0', V2, bundles());
    expect(await toolmark('lock', '--accept-updates')).toMatchObject({
      exit: 2,
      stdout: expect.stringContaining('lock.not-signed'),
    });
    expect(readFileSync(at('toolmark.lock.json'), 'utf8')).toBe(before);
  });
});

describe('check', () => {
  const policy = (text: string): void => writeFileSync(at('policy.yaml'), text);
  const check = async (...args: string[]) => {
    const { exit, stdout } = await toolmark('check', '--format', 'json', '--policy', 'policy.yaml', ...args);
    const report = JSON.parse(stdout);
    return { exit, ...report, server: report.servers[0] };
  };
  beforeEach(async () => {
    policy('version: 1\n');
    await lockFirst();
  });

  test.each([
    ['ask', 1, 'signed_update', []],
    ['allow', 0, 'signed_update', []],
    ['allow', 0, 'signed_update', ['--fail-on', 'safe']],
    ['deny', 1, 'drift', []],
  ])('under updates: %s a signed update ends with %i as %s', async (word, exit, status, args) => {
    policy(`version: 1\nupdates: ${word}\n`);
    release('2.0.0', V2, [attest('2.0.0', V2)]);
    const report = await check(...args);
    expect(report).toMatchObject({ exit, outcome: status, server: { status } });
    const types = report.server.drift.map(({ type }: { type: string }) => type);
    expect(types).toEqual(word === 'deny' ? ['tool_added', 'tool_changed'] : ['signed_update']);
    if (word !== 'deny') expect(report.server.covered).toHaveLength(2);
  });

  test('asks by default, and says how to accept', async () => {
    release('2.0.0', V2, [attest('2.0.0', V2)]);
    const { exit, stdout } = await toolmark('check');
    expect(exit).toBe(1);
    expect(stdout).toContain('signed update, not accepted yet');
    expect(stdout).toContain('toolmark lock --accept-updates');
    expect(stdout).toContain('signed update 1.0.0 → 2.0.0');
  });

  test.each<[string, string, () => unknown[]]>([
    ['unsigned', 'attestation.missing', () => []],
    ['signed by another', 'attestation.untrusted', () => [attest('2.0.0', V2, generateKeyPairSync('ed25519'))]],
    ['signed for another surface', 'attestation.other-surface', () => [attest('2.0.0', V1)]],
  ])('a change that is %s stays drift under allow', async (_, code, bundles) => {
    policy('version: 1\nupdates: allow\n');
    release('2.0.0', V2, bundles());
    const { exit, server } = await check();
    expect({ exit, status: server.status }).toEqual({ exit: 1, status: 'drift' });
    expect(server.note).toContain(code);
  });

  test.each(['allow', 'deny'])('a rollback is critical under %s', async word => {
    policy(`version: 1\nupdates: ${word}\n`);
    release('2.0.0', V2, [attest('2.0.0', V2)]);
    await toolmark('lock', '--accept-updates');
    release('1.0.0', V1, [attest('1.0.0', V1)]);
    const { exit, server } = await check();
    expect(exit).toBe(1);
    expect(server).toMatchObject({ status: 'drift' });
    expect(server.drift[0]).toMatchObject({ type: 'rollback', severity: 'critical' });
  });

  test('a newer version that this machine has seen makes an older one a rollback', async () => {
    policy('version: 1\nupdates: ask\n');
    writeFileSync(at('more.js'), '// the code of version 3');
    release('3.0.0', V2, [attest('3.0.0', V2, author, await codeNow())]);
    expect((await check()).server.status).toBe('signed_update');
    writeFileSync(at('more.js'), '// the code of version 2');
    release('2.0.0', V2, [attest('2.0.0', V2, author, await codeNow())]);
    expect((await check()).server.drift[0]).toMatchObject({ type: 'rollback', before: { version: '3.0.0' } });
  });

  test.each(['markdown', 'sarif'])('a report in %s names the update', async format => {
    release('2.0.0', V2, [attest('2.0.0', V2)]);
    const { stdout } = await toolmark('check', '--format', format);
    expect(stdout).toContain('signed update');
  });
});

describe('the guard, live, with a client of the SDK', () => {
  let open: Connected[] = [];
  afterEach(async () => {
    await Promise.all(open.map(({ client }) => client.close()));
    open = [];
  });

  /** A guard in front of version 1, and what the client has been sent since. */
  async function guarded(policy: string, ...args: string[]) {
    writeFileSync(at('toolmark.policy.yaml'), `version: 1\n${policy}`);
    const guard = guardCommand('--audit', 'audit.jsonl', ...args, ...COMMAND);
    const connected = await connectTo(guard, cwd);
    open.push(connected);
    const { client, stderr } = connected;
    let changes = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => void changes++);
    const tools = async (): Promise<string[]> =>
      (await client.listTools()).tools.map(({ name, description }) => `${name}: ${description}`).sort();
    return { client, tools, stderr, changes: () => changes };
  }

  /** Answers the only question of the approval page. */
  async function answerPage(stderr: string, answer: string): Promise<void> {
    const [url = ''] = /http:\S+/.exec(stderr) ?? [];
    const id = await vi.waitFor(async () => {
      const [, found] = /name="id" value="([^"]+)"/.exec(await (await fetch(url)).text()) ?? [];
      return found ?? Promise.reject(new Error('nothing is asked'));
    }, 10_000);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const headers = { ...form, Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };
    await new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers, agent: false }, resolve);
      sent.on('error', reject).end(`id=${id}&answer=${answer}`);
    });
  }

  const FIRST = ['forecast: Shows the weather of tomorrow.'];
  const SECOND = ['alerts: Lists storms.', 'forecast: Shows the weather of the next ten days.'];
  const audit = (): string => readFileSync(at('audit.jsonl'), 'utf8');

  beforeEach(lockFirst);

  test('under allow, an update that the publisher signed passes for the session', async () => {
    const { client, tools, stderr, changes } = await guarded('updates: allow\n');
    expect(await tools()).toEqual(FIRST);
    release('2.0.0', V2, [attest('2.0.0', V2)]);
    await vi.waitFor(async () => expect(await tools()).toEqual(SECOND), 20_000);
    expect(changes()).toBeGreaterThan(0);
    expect(await client.callTool({ name: 'alerts', arguments: {} })).toMatchObject({
      content: [{ text: 'alerts 2.0.0' }],
    });
    expect(stderr()).toContain('toolmark lock --accept-updates');
    const [record] = audit()
      .split('\n')
      .filter(line => line.includes('"event":"update"'));
    expect(JSON.parse(record ?? '{}')).toMatchObject({ version: '2.0.0', bundle: expect.stringMatching(/^sha256:/) });
    expect(audit()).not.toContain('guard.drifted');
    expect(entry().tools.has('alerts')).toBe(false);
  });

  test.each<[string, string, () => unknown[]]>([
    ['unsigned', 'attestation.missing', () => []],
    ['signed by another key', 'attestation.untrusted', () => [attest('2.0.0', V2, generateKeyPairSync('ed25519'))]],
    ['rolled back', 'attestation.rollback', () => [attest('0.9.0', V2)]],
    ['signed for another surface', 'attestation.other-surface', () => [attest('2.0.0', V1)]],
  ])('under allow, the same change is withheld if it is %s', async (_, code, bundles) => {
    const { client, tools, stderr } = await guarded('updates: allow\n');
    expect(await tools()).toEqual(FIRST);
    release('2.0.0', V2, bundles());
    await vi.waitFor(async () => expect(await tools()).toEqual([]), 20_000);
    await vi.waitFor(() => expect(stderr()).toContain(code), 10_000);
    expect(audit()).toContain(code);
    await expect(client.callTool({ name: 'alerts', arguments: {} })).rejects.toThrow();
  });

  test('under deny, a signed update is withheld', async () => {
    const { tools, stderr } = await guarded('updates: deny\n');
    release('2.0.0', V2, [attest('2.0.0', V2)]);
    await vi.waitFor(async () => expect(await tools()).toEqual([]), 20_000);
    await vi.waitFor(() => expect(stderr()).toContain('guard.update-denied'), 10_000);
  });

  test('under ask, it is withheld where no person can be asked', async () => {
    const { tools, stderr } = await guarded('');
    release('2.0.0', V2, [attest('2.0.0', V2)]);
    await vi.waitFor(async () => expect(await tools()).toEqual([]), 20_000);
    await vi.waitFor(() => expect(stderr()).toContain('guard.update-unasked'), 10_000);
  });

  test.each([
    ['passes once a person agrees', 'allow', SECOND, 'taken over'],
    ['is withheld if a person refuses', 'refuse', [], 'guard.update-refused'],
  ])('under ask, it %s', async (_, answer, shown, said) => {
    const { tools, stderr } = await guarded('updates: ask\n', '--approve-port', '0');
    expect(await tools()).toEqual(FIRST);
    release('2.0.0', V2, [attest('2.0.0', V2)]);
    await vi.waitFor(async () => expect(await tools()).toEqual([]), 20_000);
    await answerPage(stderr(), answer);
    await vi.waitFor(() => expect(stderr()).toContain(said), 10_000);
    expect(await tools()).toEqual(shown);
  });

  test('--require-signed shows what the publisher attested', async () => {
    const { client, tools } = await guarded('', '--require-signed');
    await vi.waitFor(async () => expect(await tools()).toEqual(FIRST), 20_000);
    expect(await client.callTool({ name: 'forecast', arguments: {} })).toMatchObject({
      content: [{ text: 'forecast 1.0.0' }],
    });
  });

  test.each<[string, () => unknown[]]>([
    ['missing', () => []],
    ['of another signer', () => [attest('1.0.0', V1, generateKeyPairSync('ed25519'))]],
    ['damaged', () => [{ mediaType: 'x' }]],
  ])('requireSigned withholds locked tools if the attestation is %s', async (_, bundles) => {
    release('1.0.0', V1, bundles());
    const { client, tools, stderr } = await guarded('requireSigned: true\n');
    expect(await tools()).toEqual([]);
    await vi.waitFor(() => expect(stderr()).toContain('guard.unsigned'), 10_000);
    const result = await client.callTool({ name: 'forecast', arguments: {} });
    expect(result).toMatchObject({ isError: true });
    expect(audit()).toContain('guard.unsigned');
  });

  test('--require-signed withholds locked tools of a revoked publisher', async () => {
    const publicKey = keyHint(author.publicKey);
    const revoked = { time: '2026-11-01T00:00:00Z', reason: 'key-compromise', publicKey } as const;
    writeFileSync(at('revoked.json'), writeRevocations([revoked]));
    const { tools, stderr } = await guarded('', '--require-signed', '--revoked', 'revoked.json');
    expect(await tools()).toEqual([]);
    await vi.waitFor(() => expect(stderr()).toContain('attestation.revoked'), 10_000);
  });
});
