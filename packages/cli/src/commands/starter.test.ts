import { parsePolicy, validate } from '@toolmark/core';
import { CAPABILITIES } from '@toolmark/core/formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { starterDocument, starterPolicy } from './starter.ts';

describe('what init writes', () => {
  test('is a valid document for every set of capabilities, with nothing to warn about', () => {
    for (let set = 1; set < 2 ** CAPABILITIES.length; set++) {
      const capabilities = CAPABILITIES.filter((_, index) => set & (1 << index));
      const text = starterDocument({
        name: 'starter',
        description: 'Does what it is asked to do.',
        author: 'Ada',
        email: 'ada@example.org',
        capabilities,
      });
      const { findings } = validate(new TextEncoder().encode(text), { now: new Date(0) });
      const raised = findings.filter(({ severity }) => severity !== 'info');
      expect(raised, capabilities.join(' ')).toEqual([]);
    }
  });

  test('is a policy that can be used', () => {
    expect(parsePolicy(parse(starterPolicy())).rules).toHaveLength(2);
  });
});
