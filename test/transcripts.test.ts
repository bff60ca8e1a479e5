import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runToolmark } from './run-toolmark.ts';
import { matches, parseTranscript, type Step } from './transcript.ts';

const FOLDER = path.join(import.meta.dirname, 'transcripts');
const SERVERS = path.join(import.meta.dirname, 'scenarios/servers');
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
  const printed = await runToolmark(step.args, { cwd, input: step.stdin ?? '' });
  for (const stream of ['stdout', 'stderr'] as const) {
    // Comparing the texts only when they differ keeps `…` out of the way and the difference readable.
    if (!matches(step[stream], printed[stream]))
      expect(`line ${step.line}\n${printed[stream]}`).toBe(`line ${step.line}\n${step[stream]}\n`);
  }
  expect(printed.exit, `exit code of line ${step.line}`).toBe(step.exit);
}
