import { describe, expect, test } from 'vitest';
import { findTemplates } from './find-templates.ts';
import { compileTemplate } from './match-template.ts';

const itemsOf = (templates: readonly string[]) => templates.map(id => ({ id, matcher: compileTemplate(id) }));
const numbered = (count: number, template: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => template(i));

describe('the cost of matching one URI', () => {
  const placeholders = numbered(20, i => `{a${i}}`).join('-');
  const LONG = `w://a/${'-a'.repeat(4_000)}`;

  test('[guard.template-cost] one URI has one budget for all templates', () => {
    expect(findTemplates(LONG, itemsOf(numbered(200, i => `w://a/${placeholders}.${i}`)))).toBe('costly');
  });

  test('stops at the budget', () => {
    let asked = 0;
    const matches = (_: string, spend: (steps: number) => void): boolean => {
      asked++;
      spend(60_000);
      return false;
    };
    const items = Array.from({ length: 1_000 }, () => ({ matcher: { prefix: 'w://a/', matches } }));
    expect(findTemplates('w://a/b', items)).toBe('costly');
    expect(asked).toBe(4);
  });

  test('a URI of more than 8,192 characters matches no template', () => {
    const items = itemsOf(['w://a/{x}']);
    expect(findTemplates(`w://a/${'b'.repeat(8_186)}`, items)).toHaveLength(1);
    expect(findTemplates(`w://a/${'b'.repeat(8_187)}`, items)).toEqual([]);
  });

  test('a thousand templates with another prefix cost nothing', () => {
    const items = itemsOf([...numbered(1_000, i => `w://${i}/${placeholders}`), 'w://a/{+rest}']);
    expect(findTemplates(LONG, items)).toMatchObject([{ id: 'w://a/{+rest}' }]);
  });

  test('a URI of 1,000 characters and twenty templates stay within the budget', () => {
    const items = itemsOf(numbered(20, i => `w://a/{+rest}?v=${i}`));
    const uri = `w://a/${'b'.repeat(990)}?v=7`;
    expect(findTemplates(uri, items)).toMatchObject([{ id: 'w://a/{+rest}?v=7' }]);
  });
});
