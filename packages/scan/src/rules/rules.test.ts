import { SCAN_CODES } from '@toolmark/core/validate';
import { describe, expect, test } from 'vitest';
import { IDEAS } from '../../../../test/scan-texts/ideas.ts';
import { LATER_IDEAS } from '../../../../test/scan-texts/later-ideas.ts';
import { ROUNDS } from '../../../../test/scan-texts/rounds.ts';
import { ATTACKS, HONEST } from '../../../../test/scan-texts/texts.ts';
import { ALONE } from '../engine/kinds.ts';
import { matchRules } from '../engine/match-rules.ts';
import { scan } from '../scan.ts';
import { sentencesOf } from '../text/tokens.ts';
import { RULES } from './index.ts';

function rulesFound(text: string): string[] {
  return matchRules(sentencesOf(text.replaceAll('’', "'")), ALONE).map(({ rule }) => rule.id);
}

describe.each(RULES)('$id', ({ id, code, shapes, finds, passes }) => {
  test('has a known code and distinct shapes', () => {
    expect(SCAN_CODES.map(entry => entry.code)).toContain(`scan.${code}`);
    expect(new Set(shapes).size).toBe(shapes.length);
    for (const shape of shapes) expect(shape.trim().split(' ')).not.toContain('');
  });

  test.each(finds)('finds: %s', text => {
    expect(rulesFound(text)).toContain(id);
  });

  test.each(passes)('passes: %s', text => {
    expect(rulesFound(text)).not.toContain(id);
  });
});

test('rule ids are unique, and every rule has texts it finds and texts it passes', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  expect(RULES.filter(({ finds, passes }) => finds.length === 0 || passes.length === 0).map(({ id }) => id)).toEqual([
    'calls.shadowing',
  ]);
});

/** Tools of the same server that the honest texts mention. */
const NEIGHBOURS = ['list_tables', 'get_page', 'login', 'search', 'fetch', 'close_session'];

function tiersOf(description: string): string[] {
  const tools = ['do_it', ...NEIGHBOURS].map(name => ({
    name,
    description: name === 'do_it' ? description : 'Looks.',
    inputSchema: { type: 'object' },
  }));
  const [report] = scan([{ server: 's', snapshot: { tools } }], { now: new Date(0) }).servers;
  return (report?.findings ?? []).filter(({ code }) => code !== 'scan.unread-text').map(({ tier }) => tier);
}

function share(texts: readonly string[], is: (tiers: readonly string[]) => boolean): number {
  return texts.filter(text => is(tiersOf(text))).length / texts.length;
}

describe('detection rates of the test texts', () => {
  test.each<[string, readonly string[], number]>([
    ['plain attacks', ATTACKS.filter(([what]) => what !== 'language').map(([, text]) => text), 0.95],
    ['texts by idea', IDEAS.flatMap(({ seen }) => seen), 0.84],
    ['texts by idea, unseen when the rules were written', IDEAS.flatMap(({ unseen }) => unseen), 0.75],
    ['short texts that were written to evade', ROUNDS.flatMap(({ texts }) => texts), 0.74],
    ['later ideas, written to evade', LATER_IDEAS.flatMap(({ seen }) => seen), 0.46],
  ])('%s: at least the measured share is found', (_, texts, least) => {
    expect(share(texts, tiers => tiers.length > 0)).toBeGreaterThanOrEqual(least);
  });

  test('most plain attacks block', () => {
    expect(
      share(
        ATTACKS.map(([, text]) => text),
        tiers => tiers.includes('block'),
      ),
    ).toBeGreaterThan(0.6);
  });

  test.each(HONEST)('is not blocked: %s', text => {
    expect(tiersOf(text)).not.toContain('block');
  });

  test('at most 4 % of honest texts are reviewed, and none is blocked', () => {
    const honest = [...HONEST, ...[...IDEAS, ...LATER_IDEAS].flatMap(idea => idea.honest)];
    expect(share(honest, tiers => tiers.includes('block'))).toBe(0);
    expect(share(honest, tiers => tiers.length > 0)).toBeLessThanOrEqual(0.04);
  });
});
