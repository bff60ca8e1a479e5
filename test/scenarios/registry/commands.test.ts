import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../packages/client/src/index.ts';
import { sampleDocument } from '../../document.ts';
import { toPem } from '../../pki.ts';
import { startRegistry, type TestPublisher, type TestRegistry } from '../../registry.ts';
import { type Outcome, runToolmark } from '../../run-toolmark.ts';

describe('the commands of a registry', () => {
  let folder: string;
  let registry: TestRegistry;
  let ada: TestPublisher;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolmark-commands-'));
    registry = await startRegistry();
    ada = await registry.createPublisher('ada');
  });
  afterAll(async () => {
    await registry.close();
    rmSync(folder, { recursive: true });
  });

  async function toolmark(
    line: string,
    options: { input?: string; env?: Record<string, string> } = {},
  ): Promise<Outcome> {
    const { input = '', env = {} } = options;
    const own = { TOOLMARK_REGISTRY: registry.url, XDG_CONFIG_HOME: path.join(folder, 'config'), ...env };
    return await runToolmark(line.split(' '), { cwd: folder, env: own, home: folder, input, now: new Date() });
  }

  function write(name: string, content: string | Uint8Array): string {
    writeFileSync(path.join(folder, name), content);
    return name;
  }

  const as = (token: string) => ({ env: { TOOLMARK_TOKEN: token } });

  test('without a registry, explains how to start one', async () => {
    const { exit, stderr } = await toolmark('search', { env: { TOOLMARK_REGISTRY: 'http://127.0.0.1:2' } });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^toolmark: No registry answers at .*"toolmark serve"\. \[registry\.unreachable\]\n$/);
  });

  test('a document is signed, tried out, published, found and shown', async () => {
    const document = { ...sampleDocument(), tool: { ...(sampleDocument().tool as object), name: 'count_words' } };
    write('tool.json', JSON.stringify(document));
    write('key.pem', ada.signer.key.export({ type: 'pkcs8', format: 'pem' }) as string);
    write('cert.pem', toPem(ada.signer.certificate));
    const signing = 'publish tool.json --key key.pem --cert cert.pem';
    expect(await toolmark(`${signing} --dry-run -o signed.json`, as(ada.token))).toMatchObject({ exit: 0 });
    expect((await toolmark('show count_words')).exit).toBe(1);
    const published = await toolmark('publish signed.json --format json', as(ada.token));
    expect(JSON.parse(published.stdout)).toMatchObject({ outcome: 'new', publisher: 'ada', dryRun: false });
    const again = await toolmark('publish signed.json', as(ada.token));
    expect([again.exit, again.stdout]).toEqual([0, expect.stringContaining('published already')]);

    const found = await toolmark('search count --capability network_request --max-risk medium --format json');
    expect(JSON.parse(found.stdout).tools).toMatchObject([{ name: 'count_words', publisher: 'ada' }]);
    expect((await toolmark('search nothing_like_it')).exit).toBe(0);
    expect(JSON.parse((await toolmark('search --name count_* --format json')).stdout).tools).toHaveLength(1);
    const misspelt = await toolmark('search --capability networ_request');
    expect([misspelt.exit, misspelt.stderr]).toEqual([
      ...[2, 'toolmark: "networ_request" is not a capability. Did you mean network_request? [request.unknown-facet]\n'],
    ]);
    expect((await toolmark('show count_words@2.3.1')).stdout).toContain('trusted, by CN=ada');
    const shown = JSON.parse((await toolmark('show count_words --format json')).stdout);
    expect(shown).toMatchObject({ document: { tool: { name: 'count_words' } }, registry: { status: 'active' } });
  });

  test('submit validates, signs, verifies and publishes in one command, and stops at the first step that fails', async () => {
    const sample = sampleDocument('1.0');
    const text = JSON.stringify({ ...sample, tool: { ...(sample.tool as object), name: 'count_lines' } }, undefined, 4);
    write('lines.json', text);
    const submitting = 'submit lines.json --key key.pem --cert cert.pem';
    expect((await toolmark(submitting)).stderr).toContain('Run "toolmark login".');
    const submitted = await toolmark(`${submitting} -o published.json`, as(ada.token));
    expect(submitted).toMatchObject({ exit: 0, stderr: '' });
    expect(submitted.stdout).toMatch(
      /^validated +lines\.json\nsigned +as CN=ada; schema 1\.0 became 1\.1\nverified +trusted\nregistry +count_lines 2\.3\.1 {2}published {2}as ada\nsha256:/,
    );
    // What is published is what the author wrote, with a signature.
    const published = readFileSync(path.join(folder, 'published.json'), 'utf8');
    expect(published).toContain('\n    "tool": {\n        "name": "count_lines"');
    expect((await toolmark('get count_lines')).stdout).toBe(published);
    write('bad.json', text.replace('"network_access": "internet"', '"network_access": "none"'));
    const bad = await toolmark('submit bad.json --key key.pem --cert cert.pem', as(ada.token));
    expect([bad.exit, bad.stdout]).toEqual([1, expect.stringMatching(/\[submit\.invalid\]\n +error +semantic\./)]);
    const strangers = `${submitting} --trust stranger.pem --format json`;
    write('stranger.pem', toPem((await registry.createPublisher('zoe')).signer.certificate));
    const untrusted = await toolmark(strangers, as(ada.token));
    expect(JSON.parse(untrusted.stdout)).toMatchObject({ error: { code: 'submit.untrusted' } });
    expect(untrusted.exit).toBe(1);
  });

  test('what the registry refuses is exit 1, with every finding', async () => {
    write('unsigned.json', JSON.stringify(sampleDocument()));
    const text = await toolmark('publish unsigned.json', as(ada.token));
    expect([text.exit, text.stdout]).toEqual([1, expect.stringContaining('signature.missing')]);
    const json = await toolmark('publish unsigned.json --format json', as(ada.token));
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'publish.unsigned' }, findings: [{}] });
    expect((await toolmark('show missing --format json')).exit).toBe(1);
  });

  test('without a token, or with a wrong one, exits with 2 and names the command that helps', async () => {
    expect(await toolmark('publish unsigned.json')).toEqual({
      exit: 2,
      stdout: '',
      stderr: `toolmark: Not signed in to ${registry.url}. Run "toolmark login". [auth.required]\n`,
    });
    const wrong = await toolmark('status count_words 2.3.1 yanked --reason x', as('tmk_wrong'));
    expect(wrong).toMatchObject({ exit: 2, stderr: expect.stringContaining('[auth.invalid]') });
    expect(wrong.stderr).not.toContain('tmk_wrong');
  });

  test('a document is downloaded exactly as published, verified, and counted', async () => {
    const before = JSON.parse((await toolmark('show count_words --format json')).stdout).registry.downloads;
    const got = await toolmark('get count_words@2.3.1 -o got.json --format json');
    expect(JSON.parse(got.stdout)).toEqual({
      name: 'count_words',
      version: '2.3.1',
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      verification: expect.objectContaining({ outcome: 'trusted' }),
    });
    const bytes = readFileSync(path.join(folder, 'signed.json'));
    expect(readFileSync(path.join(folder, 'got.json'))).toEqual(bytes);
    expect(await toolmark('get count_words')).toMatchObject({ exit: 0, stdout: bytes.toString() });
    expect((await toolmark('get count_words --trust cert.pem -o trusted.json')).exit).toBe(0);
    write('stranger.pem', toPem((await registry.createPublisher('mallory')).signer.certificate));
    const refused = await toolmark('get count_words --trust stranger.pem -o never.json');
    expect([refused.exit, refused.stdout]).toEqual([1, expect.stringContaining('[tool.untrusted]')]);
    expect(existsSync(path.join(folder, 'never.json'))).toBe(false);
    expect((await toolmark('get missing')).exit).toBe(1);
    await expect
      .poll(async () => JSON.parse((await toolmark('show count_words --format json')).stdout).registry.downloads)
      .toBeGreaterThan(before);
  });

  test('a server.json is published by an admin, and with no option of documents', async () => {
    const entry = { name: 'com.example/words', description: 'Counts.', version: '1.0.0' };
    write('server.json', JSON.stringify(entry));
    const published = await toolmark('publish server.json', as(registry.adminToken));
    expect(published).toMatchObject({ exit: 0, stdout: 'com.example/words 1.0.0  published\n' });
    expect((await toolmark('list words')).stdout).toContain('com.example/words');
    expect((await toolmark('publish server.json --dry-run')).stderr).toContain('[usage.server-json]');
    expect((await toolmark('publish server.json')).stderr).toContain('[auth.required]');
  });

  test('who sees a tool is set by its owner, and an admin transfers it', async () => {
    await registry.createPublisher('carol');
    const line = 'access count_words --visibility private --grant carol';
    expect(await toolmark(line, as(ada.token))).toEqual({
      exit: 0,
      stdout: 'count_words  private\ncount_words  granted to carol\n',
      stderr: '',
    });
    expect((await toolmark('show count_words')).exit).toBe(1);
    expect((await toolmark('access list count_words', as(ada.token))).stdout).toMatch(
      /^name +count_words\nowner +ada\nvisibility +private\ngranted to +carol\n$/,
    );
    const listed = await toolmark('access list count_words --format json', as(ada.token));
    expect(JSON.parse(listed.stdout)).toEqual({
      ...{ name: 'count_words', owner: 'ada', visibility: 'private', grants: ['carol'] },
    });
    expect((await toolmark('access list count_words')).stderr).toContain('Run "toolmark login".');
    expect((await toolmark('access show count_words')).stderr).toContain('[usage.access]');
    const back = await toolmark('access count_words --revoke carol --visibility public --format json', as(ada.token));
    expect(JSON.parse(back.stdout)).toMatchObject({ name: 'count_words', visibility: 'public', revoked: ['carol'] });
    expect((await toolmark('access count_words --transfer carol', as(ada.token))).exit).toBe(1);
    const admin = as(registry.adminToken);
    expect(await toolmark('access count_words --transfer carol', admin)).toMatchObject({ exit: 0 });
    expect(await toolmark('access count_words --transfer ada', admin)).toMatchObject({ exit: 0 });
    expect((await toolmark('access count_words', admin)).stderr).toContain('[usage.nothing-to-do]');
  });

  test('refused attempts are listed for admins', async () => {
    const admin = as(registry.adminToken);
    expect((await toolmark('events', admin)).stderr).toBe('No security events.\n');
    const signed = readFileSync(path.join(folder, 'signed.json'), 'utf8');
    write('tampered.json', signed.replace('2.3.1', '2.3.2'));
    expect((await toolmark('publish tampered.json', as(ada.token))).exit).toBe(1);
    const { events } = JSON.parse((await toolmark('events --format json', admin)).stdout);
    expect(events).toMatchObject([{ publisher: 'ada', tool: 'count_words', code: 'publish.tampered' }]);
    expect((await toolmark('events --limit 1', admin)).stdout.split('\n')).toHaveLength(3);
    expect((await toolmark('events', as(ada.token))).exit).toBe(1);
  });

  test('only the owner deprecates a version', async () => {
    const bob = await registry.createPublisher('bob');
    const line = 'status count_words 2.3.1 deprecated --reason old';
    expect(await toolmark(line, as(bob.token))).toMatchObject({ exit: 1 });
    expect(await toolmark(line, as(ada.token))).toMatchObject({ exit: 0, stdout: 'count_words 2.3.1  deprecated\n' });
    expect((await toolmark('show count_words --versions')).stdout).toMatch(/2\.3\.1 +deprecated .* old\n$/);
  });

  test('keeps a token for one registry in a private file', async () => {
    const login = await toolmark('login --format json', { input: `${ada.token}\n` });
    expect(JSON.parse(login.stdout)).toMatchObject({ registry: registry.url, id: 'ada' });
    const file = path.join(folder, 'config/toolmark/tokens.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await toolmark('status count_words 2.3.1 active --reason fine')).toMatchObject({ exit: 0 });
    const elsewhere = await toolmark('publish signed.json', { env: { TOOLMARK_REGISTRY: 'http://127.0.0.1:2' } });
    expect(elsewhere.stderr).toContain('[registry.unreachable]');
    chmodSync(file, 0o644);
    expect((await toolmark('publish signed.json')).stderr).toContain('[login.exposed]');
    chmodSync(file, 0o600);
    expect(await toolmark('login --logout')).toMatchObject({ exit: 0 });
    expect(readFileSync(file, 'utf8')).not.toContain(ada.token);
    expect((await toolmark('login', { input: 'tmk_wrong' })).stderr).toContain('[auth.invalid]');
    expect((await toolmark('login', { input: ' ' })).stderr).toContain('[login.no-token]');
  });

  test.each(['text', 'json'])('nothing in what a registry answers can steer a terminal (%s)', async format => {
    const hostile = '\u001b[2J\u009b31m\u202egnirts\u200b';
    const texts = (...names: string[]) => Object.fromEntries(names.map(name => [name, hostile]));
    const found = {
      ...texts('name', 'version', 'summary', 'publisher', 'status', 'riskLevel', 'digest', 'toolDigest'),
      ...{ readOnly: true, score: 1, downloads: 1, verification: texts('outcome') },
      advisories: [{ ...texts('id', 'severity', 'summary'), unaffectedVersion: hostile }],
    };
    const facts = {
      ...texts(
        'name',
        'version',
        'publisher',
        'visibility',
        'status',
        'reason',
        'digest',
        'toolDigest',
        'registeredAt',
      ),
      ...{ held: false, downloads: 0, verification: texts('outcome'), advisories: [] },
      reputation: { score: 1, parts: { author: 1, feedback: 1, usage: 1, security: 1 } },
    };
    const finding = { ...texts('code', 'pointer', 'message'), severity: 'error' };
    const answers: Readonly<Record<string, readonly [number, object]>> = {
      '/api/v1/tools?limit=20': [200, { tools: [found] }],
      '/api/v1/tools/one': [200, { document: { tool: texts('description') }, registry: facts }],
      '/api/v1/tools/one/versions': [200, { versions: [] }],
      '/api/v1/tools': [422, { code: 'publish.invalid', title: hostile, findings: [finding] }],
    };
    const server = createServer((request, response) => {
      const [status, body] = answers[request.url ?? ''] ?? [500, {}];
      response.writeHead(status).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const env = { TOOLMARK_REGISTRY: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    for (const line of ['search', 'show one', 'publish unsigned.json']) {
      const { exit, stdout, stderr } = await toolmark(`${line} --format ${format}`, { env });
      expect([exit, stderr]).toEqual([line.startsWith('publish') ? 1 : 0, '']);
      expect(stdout).toContain('gnirts');
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
    }
    server.close();
  });

  test('an admin creates a publisher, which can then publish; others cannot', async () => {
    write('eve.pem', toPem((await registry.createPublisher('eve')).signer.certificate));
    const line = 'publisher grace --name Grace --cert eve.pem --token-out grace.token';
    expect(await toolmark(line, as(ada.token))).toMatchObject({ exit: 1 });
    expect(existsSync(path.join(folder, 'grace.token'))).toBe(false);
    const made = await toolmark(line, as(registry.adminToken));
    expect([made.exit, made.stdout]).toEqual([
      0,
      expect.stringMatching(/^grace {2}may publish.*\ncertificate {2}sha256:/),
    ]);
    const token = readFileSync(path.join(folder, 'grace.token'), 'utf8').trim();
    expect(statSync(path.join(folder, 'grace.token')).mode & 0o777).toBe(0o600);
    expect(made.stdout).not.toContain(token);
    expect(await createClient({ url: registry.url, token }).me()).toMatchObject({ id: 'grace' });

    const again = await toolmark('publisher grace --name Grace', as(registry.adminToken));
    expect([again.exit, again.stdout]).toEqual([1, expect.stringContaining('[publisher.exists]')]);
    const over = await toolmark('publisher grace --token-out grace.token', as(registry.adminToken));
    expect(over).toMatchObject({ exit: 2, stderr: expect.stringContaining('[output.exists]') });
    const second = await toolmark('publisher grace --token-out second.token --format json', as(registry.adminToken));
    expect(JSON.parse(second.stdout)).toEqual({
      ...{ id: 'grace', isNew: false, certificates: [], tokenFile: 'second.token' },
    });
    const account = await toolmark('publisher grace', as(registry.adminToken));
    expect(account.stdout).toMatch(/^account +grace\nname +Grace\nstatus +active\nmay +publish, feedback\ntoken /);
    const { tokens, certificates } = JSON.parse(
      (await toolmark('publisher grace --format json', as(registry.adminToken))).stdout,
    );
    const revoking = `publisher grace --revoke-token ${tokens[0].id} --revoke-cert ${certificates[0].fingerprint}`;
    expect(await toolmark(revoking, as(registry.adminToken))).toMatchObject({ exit: 0 });
    expect((await toolmark('publisher grace', as(registry.adminToken))).stdout.match(/ revoked 20/g)).toHaveLength(2);
    expect((await toolmark(revoking, as(ada.token))).exit).toBe(1);
    const admin = as(registry.adminToken);
    expect((await toolmark('publisher grace --status suspended', admin)).stdout).toBe('grace  suspended\n');
    expect((await toolmark('publisher grace', admin)).stdout).toContain('status       suspended\n');
    const missing = await toolmark('publisher missing --cert eve.pem', as(registry.adminToken));
    expect([missing.exit, missing.stdout]).toEqual([1, expect.stringContaining('[publisher.not-found]')]);
  });

  test('an incident is reported, waits for an admin, and becomes an advisory', async () => {
    expect((await toolmark('review', as(registry.adminToken))).stderr).toBe('No open reviews.\n');
    const { token } = await registry.createPublisher('fay');
    await toolmark('publish signed.json', as(ada.token));
    const report = 'feedback count_words --type security_incident --severity critical --summary Leaks.';
    expect((await toolmark(report, as(token))).stdout).toBe(
      'count_words 2.3.1  security_incident  reported: waiting for review by an admin\n',
    );
    const listed = await toolmark('review', as(registry.adminToken));
    expect(listed.stdout).toMatch(/^REVIEW .*\n\d+ +count_words +2\.3\.1 +incident +critical +fay +Leaks\.\n$/);
    const [, id] = /\n(\d+) /.exec(listed.stdout) ?? [];
    const decision = `review ${id} confirm --reason seen`;
    expect(await toolmark(decision, as(token))).toMatchObject({ exit: 1 });
    expect((await toolmark(decision, as(registry.adminToken))).stdout).toMatch(/confirmed {2}advisory TMA-\d{4}-0001:/);
    const twice = await toolmark(`${decision} --format json`, as(registry.adminToken));
    expect([twice.exit, JSON.parse(twice.stdout).error.code]).toEqual([1, 'review.decided']);
    expect((await toolmark('show count_words@2.3.1')).stdout).toContain('quarantined: Leaks.');
    expect(JSON.parse((await toolmark('review --format json', as(registry.adminToken))).stdout)).toEqual({
      reviews: [],
    });
  });

  test('an advisory is listed, shown, and withdrawn by an admin', async () => {
    const list = await toolmark('advisory');
    expect(list.stdout).toMatch(/^ADVISORY .*\nTMA-\d{4}-0001 +critical +count_words +active +Leaks\.\n$/);
    const { advisories } = JSON.parse((await toolmark('advisory --format json')).stdout);
    const [{ id, digests }] = advisories;
    const shown = (await toolmark(`advisory ${id}`)).stdout;
    expect(shown).toMatch(/^advisory +TMA-.*\nseverity +critical\ntool +count_words 2\.3\.1\nstatus +active\nissued /);
    expect(shown).toContain(digests[0]);
    const withdrawal = `advisory ${id} withdraw --reason mistaken`;
    expect((await toolmark(withdrawal)).stderr).toContain('Run "toolmark login".');
    expect((await toolmark(withdrawal, as(ada.token))).exit).toBe(1);
    const admin = as(registry.adminToken);
    expect(await toolmark(withdrawal, admin)).toMatchObject({ exit: 0, stdout: `${id}  withdrawn\n` });
    expect((await toolmark(`advisory ${id}`)).stdout).toMatch(/\nstatus +withdrawn 20/);
    expect(await toolmark(withdrawal, admin)).toMatchObject({ exit: 1 });
    expect((await toolmark('advisory TMA-1999-0001')).exit).toBe(1);
    expect((await toolmark(`advisory ${id} withdraw`)).stderr).toContain('[usage.withdrawal]');
  });

  test('a confirmed incident is shown wherever the tool is shown, with what to do instead', async () => {
    const { token } = await registry.createPublisher('gil');
    expect((await ada.publish({ name: 'advised_tool' })).status).toBe(201);
    expect((await ada.publish({ name: 'advised_tool', version: '3.0.0', description: 'Counts twice.' })).status).toBe(
      201,
    );
    const report = 'feedback advised_tool --type security_incident --severity high --summary Leaks.';
    expect((await toolmark(report, as(token))).exit).toBe(0);
    const { reviews } = JSON.parse((await toolmark('review --format json', as(registry.adminToken))).stdout);
    await toolmark(`review ${reviews[0].id} confirm --reason seen`, as(registry.adminToken));

    const shown = await toolmark('show advised_tool');
    expect(shown.stdout).toMatch(/^status +active\nadvisories +(TMA-\S+) \(high\): Leaks\. Use 2\.3\.1 instead\.\n/m);
    for (const row of SHOWN_ROWS) expect(shown.stdout).toMatch(row);
    const json = JSON.parse((await toolmark('show advised_tool --format json')).stdout);
    expect(json).toMatchObject({
      registry: { status: 'active', advisories: [{ severity: 'high', unaffectedVersion: '2.3.1' }] },
      risk: { level: expect.any(String), reasons: expect.any(Array) },
      versions: [{ version: '3.0.0' }, { version: '2.3.1' }],
    });

    const found = await toolmark('search --capability network_request');
    expect(found.stdout).toMatch(/^NAME +VERSION +PUBLISHER +STATUS +SIGNATURE +RISK +SCORE +ADVISORIES +SUMMARY\n/);
    expect(found.stdout).toMatch(
      /\nadvised_tool +3\.0\.0 .* active +trusted .* TMA-\S+ high, use 2\.3\.1 .*\n\nadvised_tool/,
    );
    const { tools } = JSON.parse((await toolmark('search --capability network_request --format json')).stdout);
    expect(tools.at(-1)).toMatchObject({
      ...{ name: 'advised_tool', status: 'active', verification: { outcome: 'trusted' } },
      advisories: [{ severity: 'high', unaffectedVersion: '2.3.1' }],
    });
    expect((await toolmark('show advised_tool@2.3.1')).stdout).toMatch(/^advisories +none$/m);
  });

  test.each([
    'review 1',
    'review 1 confirm',
    'review 1 --reason x',
    'review --reason x',
    'review x confirm --reason x',
  ])('"%s" decides nothing', async line => {
    const { exit, stderr } = await toolmark(line, as(registry.adminToken));
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/\[usage\./)]);
  });

  test('an operator loads, copies, moves and mends a database', async () => {
    const sample = sampleDocument();
    const lines = ['first_tool', 'bad tool', 'other_tool'].map(name => {
      return JSON.stringify({ document: { ...sample, tool: { ...(sample.tool as object), name } } });
    });
    write('lines.jsonl', `${lines.join('\n')}\n`);
    const here = { env: { TOOLMARK_DATA: 'here' } };
    const loaded = await toolmark('import lines.jsonl --unsigned --format json', here);
    expect(loaded.exit, loaded.stderr).toBe(1);
    expect(JSON.parse(loaded.stdout)).toMatchObject({ imported: 2, refused: [{ line: 2, code: 'publish.invalid' }] });
    expect(statSync(path.join(folder, 'here')).mode & 0o777).toBe(0o700);

    const copied = await toolmark('registry backup copy.gz --format json', here);
    expect(JSON.parse(copied.stdout)).toMatchObject({ documents: 2 });
    expect(await toolmark('registry backup copy.gz', here)).toMatchObject({ exit: 2 });
    expect(await toolmark('registry restore copy.gz', here)).toMatchObject({ exit: 2 });
    const there = { env: { TOOLMARK_DATA: 'there' } };
    expect(await toolmark('registry rebuild', there)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('[store.not-found]'),
    });
    write('broken.gz', readFileSync(path.join(folder, 'copy.gz')).subarray(0, 200));
    expect(await toolmark('registry restore broken.gz', there)).toMatchObject({ exit: 2 });
    expect(existsSync(path.join(folder, 'there/registry.db'))).toBe(false);
    expect(await toolmark('registry restore copy.gz', there)).toMatchObject({ exit: 0 });
    expect((await toolmark('registry rebuild --format json', there)).stdout).toBe(
      `${JSON.stringify({ events: JSON.parse(copied.stdout).events }, null, 2)}\n`,
    );
    const doctor = JSON.parse((await toolmark('doctor --format json', there)).stdout);
    expect(doctor.checks.at(-1)).toMatchObject({ name: 'database', ok: true });
    write('none.db', 'not a database');
    const bad = await toolmark('doctor --format json', { env: { DATABASE_URL: 'none.db' } });
    expect([bad.exit, JSON.parse(bad.stdout).checks.at(-1).ok]).toEqual([1, false]);
  });

  test('the client does what admins and publishers do, on a real registry', async () => {
    const admin = createClient({ url: registry.url, token: registry.adminToken });
    expect(await admin.createPublisher({ id: 'dora', name: 'Dora' })).toMatchObject({ id: 'dora', status: 'active' });
    const { id, token } = await admin.createToken('dora', { label: 'laptop' });
    const pem = Buffer.from(toPem(ada.signer.certificate)).toString();
    const { fingerprint } = await admin.addCertificate('dora', pem);
    const dora = createClient({ url: registry.url, token });
    expect(await dora.me()).toEqual({ id: 'dora', permissions: ['publish', 'feedback'] });
    const bytes = ada.sign({ name: 'tool_of_dora' });
    expect(await dora.publish(bytes)).toMatchObject({ outcome: 'new', publisher: 'dora' });
    const anyone = createClient({ url: registry.url });
    expect(Buffer.from(await anyone.getDocument('tool_of_dora', '2.3.1'))).toEqual(Buffer.from(bytes));
    const names: string[] = [];
    for await (const tool of anyone.searchAll({ limit: 1 })) names.push(tool.name);
    expect(names).toContain('tool_of_dora');
    expect(new Set(names).size).toBe(names.length);
    await expect(anyone.publish(bytes)).rejects.toMatchObject({ code: 'auth.required' });
    await expect(dora.createPublisher({ id: 'x', name: 'x' })).rejects.toMatchObject({ code: 'auth.forbidden' });
    await admin.revokeCertificate('dora', fingerprint);
    await expect(dora.publish(ada.sign({ name: 'late_tool' }))).rejects.toMatchObject({ code: 'publish.untrusted' });
    await admin.revokeToken('dora', id);
    await expect(dora.me()).rejects.toMatchObject({ code: 'auth.invalid' });
    expect(await admin.changePublisher('dora', { status: 'suspended' })).toMatchObject({ status: 'suspended' });
    expect((await admin.getPublisher('dora')).tokens[0]?.revokedAt).not.toBeNull();
  });
});

/** What a decision depends on, beside status, advisories and signature. */
const SHOWN_ROWS = [
  /^author +\S.* <\S+@\S+>/m,
  /^capabilities +network_request/m,
  /^permissions +\S/m,
  /^network +internet/m,
  /^files +none$/m,
  /^flags +.*read-only/m,
  /^parameters +\S+ \(\S+/m,
  /^risk +\S+, as declared; \S+, as assessed\n +\S+: /m,
  /^history +3\.0\.0 +active +20\S+, by ada\n +2\.3\.1 +active +20\S+, by ada$/m,
];
