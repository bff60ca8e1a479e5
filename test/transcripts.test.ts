import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../packages/cli/src/main.ts';
import { matches, parseTranscript, type Step } from './transcript.ts';

const FOLDER = path.join(import.meta.dirname, 'transcripts');
const SERVERS = path.join(import.meta.dirname, 'scenarios/servers');
const NOW = new Date('2026-11-15T12:00:00Z');
const scratch = mkdtempSync(path.join(tmpdir(), 'toolmark-transcripts-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe.each(readdirSync(FOLDER).filter(file => file.endsWith('.txt')))('%s', file => {
  const { title, files, steps } = parseTranscript(readFileSync(path.join(FOLDER, file), 'utf8'));

  test(title, async () => {
    const cwd = path.join(scratch, file);
    mkdirSync(cwd);
    symlinkSync(SERVERS, path.join(cwd, 'servers'));
    for (const [name, text] of files) writeFileSync(path.join(cwd, name), text);
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) await follow(step, cwd);
  });
});

async function follow(step: Step, cwd: string): Promise<void> {
  const printed = { stdout: '', stderr: '' };
  const exit = await run(step.args, {
    out: text => {
      printed.stdout += text;
    },
    talk: text => {
      printed.stderr += text;
    },
    stdin: () => new TextEncoder().encode(step.stdin ?? ''),
    cwd,
    env: process.env,
    home: cwd,
    now: NOW,
    isInteractive: false,
    hasColor: false,
  });
  for (const stream of ['stdout', 'stderr'] as const) {
    // Comparing the texts only when they differ keeps `…` out of the way and the difference readable.
    if (!matches(step[stream], printed[stream]))
      expect(`line ${step.line}\n${printed[stream]}`).toBe(`line ${step.line}\n${step[stream]}\n`);
  }
  expect(exit, `exit code of line ${step.line}`).toBe(step.exit);
}
