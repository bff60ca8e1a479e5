import type { Rule } from '../../rule.ts';
import type { Subject } from '../../subject.ts';

export const descriptionPoor: Rule = {
  code: 'semantic.description-poor',
  severity: 'warning',
  title: 'The description is a placeholder, the name of the tool, or has no words.',
  advice: 'Describe in one sentence what the tool does: models select tools by description.',
  check(subject) {
    const message = reasonFor(subject);
    return message === undefined ? [] : [{ pointer: `${subject.at.tool}/description`, message }];
  },
};

/** The first reason why a description is useless. Blank ones have their own rule. */
function reasonFor({ name = '', description = '' }: Subject): string | undefined {
  const text = description.trim();
  if (text === '') return undefined;
  if (!/\p{L}/u.test(text)) return 'The description has no words.';
  if (/^(.{1,3}?)\1{3,}$/su.test(text.replace(/\s+/g, ''))) return 'The description repeats the same characters.';
  if (PLACEHOLDER.test(text)) return 'The description is a placeholder.';
  if (lettersOf(text) === lettersOf(name)) return 'The description is the name of the tool.';
  return undefined;
}

/** Text that was meant to be replaced. */
const PLACEHOLDER =
  /^(?:(?:(?:todo|fixme|tbd|tba|xxx|n\/a|none|null|undefined|placeholder|test|description|tool)(?:\W+|$))+$|(?:todo|fixme|tbd|xxx)\b\s*[:\-–—]|(?:todo|fixme) (?:add|describe|document|fill|update|write)\b|lorem ipsum\b|(?:add|insert|write|enter|your) (?:a |the |your |tool )*description\b.{0,20}$|(?:a |the |this )?(?:tool|function) description\W*$)/iu;

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
