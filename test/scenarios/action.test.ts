import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action: Action = parse(readFileSync(path.join(ROOT, 'action.yml'), 'utf8'));

/** The steps run here as a runner runs them: the script of the step, with its environment filled in. */
describe('the GitHub Action', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolmark-action-'));
    cpSync(path.join(import.meta.dirname, 'servers'), path.join(folder, 'servers'), { recursive: true });
    writeFileSync(path.join(folder, 'servers/package.json'), '{"type":"module"}');
    mkdirSync(path.join(folder, 'bin'));
    writeFileSync(
      path.join(folder, 'bin/gh'),
      '#!/bin/sh\ncase "$*" in *--jq*) cat "$RUNNER_TEMP/ours.txt";; *) printf "%s\\n" "$@" > "$RUNNER_TEMP/gh.txt";; esac\n',
    );
    chmodSync(path.join(folder, 'bin/gh'), 0o755);
    pointAt('servers/description-rewrite.js');
    const toolmark = path.join(ROOT, 'packages/cli/bin/toolmark.js');
    expect(spawnSync(process.execPath, [toolmark, 'lock'], { cwd: folder }).status).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function pointAt(...args: string[]): void {
    writeFileSync(
      path.join(folder, 'mcp.json'),
      JSON.stringify({ mcpServers: { weather: { command: 'node', args } } }),
    );
  }

  function runStep(name: string, inputs: Record<string, string> = {}): { status: number | null; outputs: string } {
    const step = action.runs.steps.find(candidate => candidate.name === name);
    const temp = path.join(folder, 'temp');
    mkdirSync(temp, { recursive: true });
    const outputs = path.join(temp, 'outputs.txt');
    writeFileSync(outputs, '');
    const defaults = Object.fromEntries(Object.entries(action.inputs).map(([key, input]) => [key, input.default]));
    const { status } = spawnSync('bash', ['-eo', 'pipefail', '-c', step?.run ?? 'exit 99'], {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
        RUNNER_TEMP: temp,
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: path.join(temp, 'summary.md'),
        ...filledIn(step?.env ?? {}, { ...defaults, ...inputs }),
      },
    });
    return { status, outputs: readFileSync(outputs, 'utf8') };
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
    expect(runStep('Check')).toEqual({ status: 0, outputs: 'outcome=match\ncode=0\n' });
  });

  test('a rug pull is summed up, reported and commented on', () => {
    pointAt('servers/description-rewrite.js', 'turned');
    expect(runStep('Check')).toEqual({ status: 0, outputs: 'outcome=drift\ncode=1\n' });
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

  test('a lock that is not there is no match', () => {
    expect(runStep('Check', { lockfile: 'none.json' }).outputs).toBe('outcome=unknown\ncode=2\n');
  });
});
