import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { CAPABILITIES, type Capability, RISK_LEVELS } from '../../describe/index.ts';
import { FILE_ACCESS, NETWORK_ACCESS } from '../access.ts';
import { applyRule, type Rule } from '../rule.ts';
import { seedAlignment, seedVerdict } from '../seed.ts';
import { subjectOfDocument } from '../subject.ts';
import { RULES } from './index.ts';
import { documentWith } from './rule-table.ts';

const FAMILIES = ['semantic', 'security', 'metadata'];
/** Shared by the rules beside them; these hold no rule of their own. */
const NO_RULES = ['metadata/behavior-rule', 'security/risk-table', 'semantic/parameter-schema'];

const files = FAMILIES.flatMap(family =>
  readdirSync(path.join(import.meta.dirname, family))
    .filter(file => !file.endsWith('.test.ts'))
    .map(file => `${family}/${path.basename(file, '.ts')}`),
);

async function rulesIn(file: string): Promise<Rule[]> {
  const module: Record<string, unknown> = await import(path.join(import.meta.dirname, `${file}.ts`));
  return Object.values(module).filter(
    (value): value is Rule => typeof value === 'object' && value !== null && 'check' in value && 'code' in value,
  );
}

describe('the list of rules', () => {
  test.each(files.filter(file => !NO_RULES.includes(file)))(
    '%s holds one rule, which is in the list and tested',
    async file => {
      const rules = await rulesIn(file);
      expect(rules.map(({ code }) => code)).toEqual([file.replace('/', '.')]);
      expect(RULES).toContain(rules[0]);
      expect(existsSync(path.join(import.meta.dirname, `${file}.test.ts`))).toBe(true);
    },
  );

  test.each(NO_RULES)('%s holds no rule', async file => {
    expect(await rulesIn(file)).toEqual([]);
  });

  test('no rule stands in it twice, and none comes from elsewhere', () => {
    expect(RULES.map(({ code }) => code).toSorted()).toEqual(
      files
        .filter(file => !NO_RULES.includes(file))
        .map(file => file.replace('/', '.'))
        .toSorted(),
    );
  });

  test.each(RULES)('$code is shaped like a code, with sentences for people', ({ code, title, advice }) => {
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

  test('every set of capabilities has settings that no rule calls an error', () => {
    const homeless = capabilitySets.filter(set => !settings.some(setting => weAccept(documentOf(set, setting))));
    expect(homeless).toEqual([]);
  });

  test('under the original rules only 42 of the 255 sets have any', () => {
    const housed = capabilitySets.filter(set =>
      settings.some(setting => {
        const document = documentOf(set, setting);
        return seedVerdict(document).valid && seedAlignment(document);
      }),
    );
    expect(housed).toHaveLength(42);
  });

  test('a higher level never refuses capabilities that a lower one permits', () => {
    const narrowed = capabilitySets.filter(set => {
      const accepted = RISK_LEVELS.map(level =>
        settings.some(setting => setting[0] === level && weAccept(documentOf(set, setting))),
      );
      return accepted.some((isAccepted, rank) => isAccepted && accepted.slice(rank).includes(false));
    });
    expect(narrowed).toEqual([]);
  });
});
