import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { CAPABILITIES, type Capability, RISK_LEVELS } from '../../describe/index.ts';
import { FILE_ACCESS, NETWORK_ACCESS } from '../access.ts';
import { applyRule } from '../rule.ts';
import { seedAlignment, seedVerdict } from '../seed.ts';
import { subjectOfDocument } from '../subject.ts';
import { RULES } from './index.ts';
import { documentWith } from './test-rules.ts';

const FAMILIES = ['semantic', 'security', 'metadata'];

/** Every rule exported below a folder, with the code that its file name implies. */
async function rulesIn(family: string): Promise<[code: string, value: unknown][]> {
  const files = readdirSync(path.join(import.meta.dirname, family));
  const modules = files.map(async (file): Promise<[string, unknown][]> => {
    const module: object = await import(path.join(import.meta.dirname, family, file));
    const rules = Object.values(module).filter(value => Object.hasOwn(Object(value), 'check'));
    return rules.map(rule => [`${family}.${path.basename(file, '.ts')}`, rule]);
  });
  return (await Promise.all(modules)).flat();
}

describe('the list of rules', () => {
  test('has every rule once, under the name of its file', async () => {
    const found = (await Promise.all(FAMILIES.map(rulesIn))).flat();
    const listed = RULES.map((rule): [string, unknown] => [rule.code, rule]);
    expect(new Map(found)).toEqual(new Map(listed));
    expect(found).toHaveLength(RULES.length);
  });

  test.each(RULES)('$code has a valid code, and sentences as title and advice', ({ code, title, advice }) => {
    expect(code).toMatch(/^(semantic|security|metadata)\.[a-z]+(-[a-z]+)*$/);
    for (const sentence of [title, advice]) expect(sentence).toMatch(/^[A-Z][^\n]+\.$/);
  });
});

type Setting = readonly [level: string, sandbox: boolean, network: string, file: string];

const settings: readonly Setting[] = RISK_LEVELS.flatMap(level =>
  [true, false].flatMap(sandbox =>
    NETWORK_ACCESS.flatMap(network => FILE_ACCESS.map(file => [level, sandbox, network, file] as const)),
  ),
);

const capabilitySets: readonly (readonly Capability[])[] = Array.from({ length: 255 }, (_, index) =>
  CAPABILITIES.filter((_capability, bit) => ((index + 1) >> bit) & 1),
);

function documentOf(capabilities: readonly Capability[], [level, sandbox, network, file]: Setting): Json {
  return documentWith({
    capabilities,
    security: { risk_level: level, sandboxing_required: sandbox, network_access: network, file_access: file },
  });
}

describe('capabilities and security settings', () => {
  const judges = RULES.filter(({ code }) => /^(semantic|security)\./.test(code));

  function weAccept(document: Json): boolean {
    const subject = subjectOfDocument(document, []);
    return judges.every(rule => applyRule(rule, subject).every(({ severity }) => severity !== 'error'));
  }

  test('every set of capabilities has settings without an error', () => {
    const uncovered = capabilitySets.filter(set => !settings.some(setting => weAccept(documentOf(set, setting))));
    expect(uncovered).toEqual([]);
  });

  test('under the seed rules only 42 of the 255 sets have such settings', () => {
    const covered = capabilitySets.filter(set =>
      settings.some(setting => {
        const document = documentOf(set, setting);
        return seedVerdict(document).valid && seedAlignment(document);
      }),
    );
    expect(covered).toHaveLength(42);
  });

  test('a higher level never rejects capabilities that a lower one permits', () => {
    const narrowed = capabilitySets.filter(set => {
      const accepted = RISK_LEVELS.map(level =>
        settings.some(setting => setting[0] === level && weAccept(documentOf(set, setting))),
      );
      return accepted.some((isAccepted, rank) => isAccepted && accepted.slice(rank).includes(false));
    });
    expect(narrowed).toEqual([]);
  });
});
