import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Json, readJson } from '@toolmark/core';
import { expect, test } from 'vitest';
import { runToolmark } from '../run-toolmark.ts';

interface Expected {
  readonly author_reputation: number;
  readonly user_feedback: number;
  readonly usage: number;
  readonly security: number;
  readonly score: number;
  readonly below_review_threshold_0_3: boolean;
}

const FILE = path.join(import.meta.dirname, 'reputation.json');
const { cases } = readJson(readFileSync(FILE)) as unknown as { readonly cases: readonly { expected: Expected }[] };

test('all 97 vectors are bit-exact through the command', async () => {
  const { exit, stdout, stderr } = await runToolmark(['reputation', FILE, '--format', 'json'], { cwd: '/' });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const printed = readJson(Buffer.from(stdout)) as unknown as Record<string, readonly unknown[]>;
  const expected = cases.map(given => given.expected);
  expect(expected).toHaveLength(97);
  expect(printed.scores).toEqual(expected.map(({ score }) => score));
  expect(printed.needsReview).toEqual(expected.map(row => row.below_review_threshold_0_3));
  expect(printed.parts).toEqual(
    expected.map(({ author_reputation: author, user_feedback: feedback, usage, security }) => ({
      author,
      feedback,
      usage,
      security,
    })),
  );
});

test('a list and single objects give the same scores as the whole file', async () => {
  const whole = await runToolmark(['reputation', FILE], { cwd: '/' });
  const list = await runToolmark(['reputation', '-'], { cwd: '/', input: JSON.stringify(cases) });
  expect(list).toEqual(whole);
  const lines = await Promise.all(cases.map(given => scoreAlone(given as unknown as Json)));
  expect(lines.join('')).toBe(whole.stdout);
});

async function scoreAlone(given: Json): Promise<string> {
  return (await runToolmark(['reputation', '-'], { cwd: '/', input: JSON.stringify(given) })).stdout;
}
