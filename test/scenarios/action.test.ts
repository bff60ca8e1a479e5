import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SigstoreServices, unsignedToken } from '../fakes/sigstore-services.ts';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const HAS_JQ = spawnSync('jq', ['--version']).status === 0;

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly on: {
    readonly workflow_call: { readonly inputs: Readonly<Record<string, { readonly default: string }>> };
  };
  readonly permissions: object;
  readonly jobs: { readonly attest: { readonly permissions: object; readonly steps: readonly Step[] } };
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** Applies the given filter to comments.json if that file exists; prints ours.txt if not. */
const FAKE_GH = `#!/bin/sh
case "$*" in
  *--jq*) if [ -f "$RUNNER_TEMP/comments.json" ]; then
      while [ "$1" != --jq ]; do shift; done
      jq -r "$2" "$RUNNER_TEMP/comments.json"
    else cat "$RUNNER_TEMP/ours.txt"; fi;;
  *) printf "%s\\n" "$@" > "$RUNNER_TEMP/gh.txt";;
esac
`;

const action: Action = parse(readFileSync(path.join(ROOT, 'action.yml'), 'utf8'));
const attest: Action = parse(readFileSync(path.join(ROOT, 'attest/action.yml'), 'utf8'));
const workflow: Workflow = parse(readFileSync(path.join(ROOT, '.github/workflows/attest.yml'), 'utf8'));

function stepOf({ runs }: Action, name: string): Step | undefined {
  return runs.steps.find(step => step.name === name);
}

/** The environment of a step, as a runner fills it in. */
function environmentOf(
  { inputs }: Action,
  step: Step | undefined,
  given: Record<string, string>,
  known: Record<string, string> = {},
): Record<string, string> {
  return filledIn(step?.env, inputs, given, known);
}

function filledIn(
  texts: Readonly<Record<string, string>> = {},
  inputs: Action['inputs'],
  given: Record<string, string>,
  known: Record<string, string> = {},
): Record<string, string> {
  const defaults = Object.fromEntries(Object.entries(inputs).map(([key, input]) => [key, input.default]));
  const values: Record<string, string> = { ...defaults, ...given };
  const fill = (text: string): string =>
    text.replace(
      /\$\{\{ ([\w.-]+) \}\}/g,
      (_, name: string) => known[name] ?? values[name.replace('inputs.', '')] ?? '',
    );
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, fill(value)]));
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What was written to GITHUB_OUTPUT. */
  readonly outputs: string;
}

/** The steps run here as a runner runs them: the script of the step, with its environment filled in. */
describe('the GitHub Action', () => {
  let folder: string;
  beforeAll(() => {
    folder = temporaryFolder();
    cpSync(path.join(import.meta.dirname, 'servers'), path.join(folder, 'servers'), { recursive: true });
    writeFileSync(path.join(folder, 'servers/package.json'), '{"type":"module"}');
    mkdirSync(path.join(folder, 'bin'));
    writeFileSync(path.join(folder, 'bin/gh'), FAKE_GH);
    chmodSync(path.join(folder, 'bin/gh'), 0o755);
    pointAt('servers/description-rewrite.js');
    const toolmark = path.join(ROOT, 'packages/cli/bin/toolmark.js');
    expect(spawnSync(process.execPath, [toolmark, 'lock'], { cwd: folder }).status).toBe(0);
  });

  function pointAt(...args: string[]): void {
    writeFileSync(
      path.join(folder, 'mcp.json'),
      JSON.stringify({ mcpServers: { weather: { command: 'node', args } } }),
    );
  }

  function runStep(name: string, inputs: Record<string, string> = {}): Ran {
    const step = stepOf(action, name);
    const known = { 'github.action_path': ROOT, 'github.event.pull_request.number': '7' };
    const temp = path.join(folder, 'temp');
    mkdirSync(temp, { recursive: true });
    const outputs = path.join(temp, 'outputs.txt');
    writeFileSync(outputs, '');
    const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', step?.run ?? 'exit 99'], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
        RUNNER_TEMP: temp,
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: path.join(temp, 'summary.md'),
        ...environmentOf(action, step, inputs, known),
      },
    });
    return { status, stdout, stderr, outputs: readFileSync(outputs, 'utf8') };
  }

  test('no input reaches a script except through its environment', () => {
    for (const { run = '' } of [...action.runs.steps, ...attest.runs.steps]) expect(run).not.toContain('${{');
  });

  test('servers as locked pass', () => {
    pointAt('servers/description-rewrite.js');
    expect(runStep('Check')).toMatchObject({ status: 0, outputs: 'outcome=match\ncode=0\n' });
  });

  test('a rug pull is summed up, reported and commented on', () => {
    pointAt('servers/description-rewrite.js', 'turned');
    expect(runStep('Check')).toMatchObject({ status: 0, outputs: 'outcome=drift\ncode=1\n' });
    const report = (file: string): string => readFileSync(path.join(folder, 'temp', file), 'utf8');
    expect(report('summary.md')).toContain('read ~/.ssh/id_rsa');
    expect(JSON.parse(report('toolmark/check.sarif')).runs[0].results[0].ruleId).toBe('drift.text.reworded');
    writeFileSync(path.join(folder, 'temp/ours.txt'), '');
    expect(runStep('Comment').status).toBe(0);
    expect(report('gh.txt')).toMatch(/^api\nrepos\/.*\/issues\/7\/comments\n/);
    expect(report('toolmark/check.md.comment')).toMatch(/^<!-- toolmark check -->\n### Toolmark/);
    writeFileSync(path.join(folder, 'temp/ours.txt'), '42\n');
    expect(runStep('Comment').status).toBe(0);
    expect(report('gh.txt')).toContain('issues/comments/42');
  });

  test.skipIf(!HAS_JQ)('does not edit a comment of another author that begins as its own', () => {
    const comments = path.join(folder, 'temp/comments.json');
    const node = (number: number, viewerDidAuthor: boolean, body: string): object => ({
      viewerDidAuthor,
      body,
      url: `https://github.com/o/r/pull/7#issuecomment-${number}`,
    });
    const write = (...nodes: object[]): void =>
      writeFileSync(comments, JSON.stringify({ data: { repository: { pullRequest: { comments: { nodes } } } } }));
    pointAt('servers/description-rewrite.js', 'turned');
    runStep('Check');
    const asked = (): string => {
      expect(runStep('Comment').status).toBe(0);
      return readFileSync(path.join(folder, 'temp/gh.txt'), 'utf8');
    };
    const marked = '<!-- toolmark check -->\nAll is well.';
    write(node(1, false, marked), node(2, true, `I quote: ${marked}`));
    expect(asked()).toMatch(/^api\nrepos\/.*\/issues\/7\/comments\n/);
    write(node(1, false, marked), node(4000000003, true, marked), node(4, true, marked));
    expect(asked()).toMatch(/^api\n--method\nPATCH\nrepos\/.*\/issues\/comments\/4000000003\n/);
    rmSync(comments);
  });

  test('[action.own-comment] asks for comments that its own token wrote', () => {
    expect(stepOf(action, 'Comment')?.run).toContain('select(.viewerDidAuthor and');
  });

  test('[action.no-commands] lets the runner read no commands from the text of a server', () => {
    pointAt('servers/description-rewrite.js', 'turned');
    const tokens = [runStep('Check'), runStep('Check')].map(({ stdout }) => {
      const [first = '', ...rest] = stdout.trimEnd().split('\n');
      const [, token] = /^::stop-commands::([\w-]{30,})$/.exec(first) ?? [];
      expect(rest.at(-1)).toBe(`::${token}::`);
      expect(rest.join('\n')).toContain('read ~/.ssh/id_rsa');
      return token;
    });
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  test('a lock that is not there is no match', () => {
    expect(runStep('Check', { lockfile: 'none.json' }).outputs).toBe('outcome=unknown\ncode=2\n');
  });
});

describe('the GitHub Action that attests', () => {
  const SUBJECT = 'https://github.com/acme/weather/.github/workflows/release.yml@refs/tags/v1.2.0';
  const ISSUER = 'https://token.actions.githubusercontent.com';
  let services: SigstoreServices;
  let folder: string;
  let ref: string;
  beforeAll(async () => {
    services = await SigstoreServices.start();
  });
  afterAll(() => services.stop());
  beforeEach(() => {
    folder = temporaryFolder();
    for (const file of ['honest.js', 'serve.js'])
      cpSync(path.join(import.meta.dirname, 'servers', file), path.join(folder, file));
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    services.requests.length = 0;
    ref = SUBJECT.replace('https://github.com/', '');
    services.instead.set('/token', (_, { headers }) => {
      const claims = { iss: ISSUER, sub: SUBJECT, repository_owner: 'acme', job_workflow_ref: ref };
      const isRunner = headers.authorization === 'Bearer runner-token';
      const answer = JSON.stringify({ value: unsignedToken(claims) });
      return isRunner ? { statusCode: 200, response: answer } : { statusCode: 403, response: '' };
    });
  });

  const at = (file: string): string => path.join(folder, file);
  /** What a job with `id-token: write` has. */
  const job = (): Record<string, string> => ({
    ACTIONS_ID_TOKEN_REQUEST_URL: `${services.url}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner-token',
  });

  /** Beside this process, in which the services run. */
  function runStep(name: string, inputs: Record<string, string> = {}, permitted = job()): Promise<Ran> {
    const step = stepOf(attest, name);
    const own = { fulcio: services.url, rekor: services.url, tsa: services.url };
    writeFileSync(at('outputs.txt'), '');
    const env = {
      ...{ PATH: process.env.PATH, HOME: folder, GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: at('outputs.txt') },
      ...permitted,
      ...environmentOf(attest, step, { ...own, ...inputs }, { 'github.action_path': path.join(ROOT, 'attest') }),
    };
    return new Promise(resolve => {
      const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? 'exit 99'];
      const child = execFile('bash', args, { cwd: folder, env }, (_, stdout, stderr) => {
        const outputs = readFileSync(at('outputs.txt'), 'utf8');
        resolve({ status: child.exitCode, stdout, stderr, outputs });
      });
    });
  }

  test('signs what a command shows with the identity of the job', async () => {
    expect((await runStep('Identity')).status).toBe(0);
    const { status, stdout, stderr, outputs } = await runStep('Attest', { command: '  node honest.js\n' });
    expect([status, stderr, stdout]).toEqual([0, '', expect.stringContaining('Wrote toolmark.attestation.json')]);
    expect(outputs).toMatch(/^bundle<<([\w-]{36})\ntoolmark\.attestation\.json\n\1\n$/);
    expect(services.requests).toContain('POST /api/v2/log/entries');
    writeFileSync(at('root.json'), JSON.stringify(services.sigstore.root));
    const trust = ['--identity', ISSUER, SUBJECT, '--trusted-root', 'root.json'];
    const { stdout: said } = await runToolmark(
      ['attest', 'verify', 'toolmark.attestation.json', ...trust, '--format', 'json', '--', 'node', 'honest.js'],
      { cwd: folder, home: folder, now: services.sigstore.now },
    );
    expect(JSON.parse(said)).toMatchObject({ outcome: 'trusted', signer: { subject: SUBJECT }, findings: [] });
  });

  test('takes a server of mcp.json, and writes to the given file', async () => {
    const config = { mcpServers: { weather: { command: 'node', args: ['honest.js'] } } };
    writeFileSync(at('mcp.json'), JSON.stringify(config));
    expect(await runStep('Attest', { server: 'weather', output: 'a b.json' })).toMatchObject({ status: 0 });
    expect(JSON.parse(readFileSync(at('a b.json'), 'utf8'))).toHaveProperty('dsseEnvelope');
  });

  test.each<[string, Record<string, string>]>([
    ['a command', { command: 'node honest.js; touch owned $(touch owned) `touch owned`' }],
    ['a package', { package: '$(touch owned)' }],
    ['a package that is an option', { package: '--call=touch owned' }],
    ['a server', { server: '"; touch owned; "' }],
    ['an output', { command: 'node honest.js', output: '$(touch owned)/"; touch owned; "' }],
    ['a service', { command: 'node honest.js', fulcio: '"; touch owned; "' }],
  ])('runs nothing from %s', async (_, inputs) => {
    await runStep('Attest', inputs);
    expect(readdirSync(folder)).not.toContain('owned');
  });

  test.each([
    ['another person', 'eve/attest/.github/workflows/attest.yml@refs/heads/main'],
    ['an owner whose name begins alike', 'acme-inc/attest/.github/workflows/attest.yml@refs/heads/main'],
    ['no known owner', ''],
  ])('[action.own-identity] does not sign in a workflow of %s', async (_, other) => {
    ref = other;
    const { status, stderr } = await runStep('Identity');
    expect([status, stderr]).toEqual([2, expect.stringContaining('another owner')]);
  });

  test('fails without the permission to sign', async () => {
    for (const name of ['Identity', 'Attest']) {
      const { status, stderr } = await runStep(name, { command: 'node honest.js' }, {});
      expect([status, stderr]).toEqual([2, expect.stringContaining('id-token: write')]);
    }
    const refused = await runStep('Identity', {}, { ...job(), ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'other' });
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('status 403')]);
  });

  test('is called by the reusable workflow with what that was given', async () => {
    const { inputs } = workflow.on.workflow_call;
    const { permissions, steps } = workflow.jobs.attest;
    expect([workflow.permissions, permissions]).toEqual([{}, { contents: 'read', 'id-token': 'write' }]);
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    const given = { prepare: 'mv honest.js server.js', command: 'node server.js', output: 'out.json' };
    const prepare = steps.find(({ name }) => name === 'Prepare');
    const env = { ...process.env, ...filledIn(prepare?.env, inputs, given) };
    expect(spawnSync('bash', ['-e', '-c', prepare?.run ?? 'exit 99'], { cwd: folder, env }).status).toBe(0);
    const call = filledIn(steps.find(({ uses = '' }) => uses.includes('/attest@'))?.with, inputs, given);
    expect(Object.keys(attest.inputs)).toEqual(expect.arrayContaining(Object.keys(call)));
    expect(await runStep('Attest', call)).toMatchObject({
      status: 0,
      outputs: expect.stringContaining('\nout.json\n'),
    });
  });

  test('is called by the guide for authors with inputs that it has', () => {
    const [, block = ''] =
      /```yaml\n([^`]*attest@[^`]*)```/.exec(readFileSync(path.join(ROOT, 'docs/guide/authors.md'), 'utf8')) ?? [];
    const { permissions, steps }: Workflow['jobs']['attest'] = parse(block).jobs.attest;
    expect(permissions).toEqual(workflow.jobs.attest.permissions);
    const call = steps.find(({ uses = '' }) => uses.startsWith('toolmark/toolmark/attest@'))?.with ?? {};
    expect(Object.keys(call)).not.toEqual([]);
    expect(Object.keys(attest.inputs)).toEqual(expect.arrayContaining(Object.keys(call)));
  });

  test('lets the runner read no commands from what is printed', async () => {
    const { stdout } = await runStep('Attest', { command: 'node honest.js' });
    const [first = '', ...rest] = stdout.trimEnd().split('\n');
    expect(`::${/^::stop-commands::([\w-]{36})$/.exec(first)?.[1]}::`).toBe(rest.at(-1));
  });
});

describe('what the action and the workflows install', () => {
  const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
  const manifest = JSON.parse(read('package.json'));
  const locked: Record<string, { dev?: boolean; hasInstallScript?: boolean }> = JSON.parse(
    read('package-lock.json'),
  ).packages;

  test.each([
    'action.yml',
    'docs/guide/ci.md',
    'docs/guide/authors.md',
    ...readdirSync(path.join(ROOT, '.github/workflows')).map(file => `.github/workflows/${file}`),
  ])('[action.pinned] pins every action by commit: %s', file => {
    const used = [...read(file).matchAll(/\buses: (\S+)/g)].map(([, name = '']) => name);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(name => !/@(?:[0-9a-f]{40}|COMMIT)$/.test(name))).toEqual([]);
  });

  test('leaves development dependencies and install scripts out', () => {
    for (const each of [action, attest])
      expect(stepOf(each, 'Install Toolmark')?.run).toContain('npm ci --omit=dev --ignore-scripts ');
  });

  test('has all that the command is built from without development dependencies', () => {
    const { devDependencies: bundled } = JSON.parse(read('packages/cli/package.json'));
    const foreign = Object.keys(bundled).filter(name => !name.startsWith('@toolmark/'));
    for (const name of foreign) expect([name, manifest.dependencies[name]]).toEqual([name, bundled[name]]);
    const dependencies = Object.keys(manifest.dependencies);
    expect(dependencies).toEqual(expect.arrayContaining(['ajv', 'ajv-formats', 'esbuild', 'tsdown', 'tsx']));
    expect(dependencies.filter(name => locked[`node_modules/${name}`]?.dev === true)).toEqual([]);
  });

  test('names every package with an install script, as allowed or as not needed', () => {
    const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = new Set(scripted.map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 13)));
    expect(Object.keys(manifest.allowScripts).toSorted()).toEqual([...names].toSorted());
  });
});
