import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const HAS_JQ = spawnSync('jq', ['--version']).status === 0;

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
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

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
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
    const step = action.runs.steps.find(candidate => candidate.name === name);
    const temp = path.join(folder, 'temp');
    mkdirSync(temp, { recursive: true });
    const outputs = path.join(temp, 'outputs.txt');
    writeFileSync(outputs, '');
    const defaults = Object.fromEntries(Object.entries(action.inputs).map(([key, input]) => [key, input.default]));
    const { status, stdout } = spawnSync('bash', ['-eo', 'pipefail', '-c', step?.run ?? 'exit 99'], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
        RUNNER_TEMP: temp,
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: path.join(temp, 'summary.md'),
        ...filledIn(step?.env ?? {}, { ...defaults, ...inputs }),
      },
    });
    return { status, stdout, outputs: readFileSync(outputs, 'utf8') };
  }

  function filledIn(env: Readonly<Record<string, string>>, inputs: Record<string, string>): Record<string, string> {
    const known: Record<string, string> = { 'github.action_path': ROOT, 'github.event.pull_request.number': '7' };
    const fill = (value: string): string =>
      value.replace(
        /\$\{\{ ([\w.-]+) \}\}/g,
        (_, name: string) => known[name] ?? inputs[name.replace('inputs.', '')] ?? '',
      );
    return Object.fromEntries(Object.entries(env).map(([key, value]) => [key, fill(value)]));
  }

  test('no input reaches a script except through its environment', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
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
    const comment = action.runs.steps.find(({ name }) => name === 'Comment');
    expect(comment?.run).toContain('select(.viewerDidAuthor and');
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

describe('what the action and the workflows install', () => {
  const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
  const manifest = JSON.parse(read('package.json'));
  const locked: Record<string, { dev?: boolean; hasInstallScript?: boolean }> = JSON.parse(
    read('package-lock.json'),
  ).packages;

  test.each([
    'action.yml',
    'docs/guide/ci.md',
    ...readdirSync(path.join(ROOT, '.github/workflows')).map(file => `.github/workflows/${file}`),
  ])('[action.pinned] pins every action by commit: %s', file => {
    const used = [...read(file).matchAll(/\buses: (\S+)/g)].map(([, name = '']) => name);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(name => !/@(?:[0-9a-f]{40}|COMMIT)$/.test(name))).toEqual([]);
  });

  test('leaves development dependencies and install scripts out', () => {
    const install = action.runs.steps.find(({ name }) => name === 'Install Toolmark');
    expect(install?.run).toContain('npm ci --omit=dev --ignore-scripts ');
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
