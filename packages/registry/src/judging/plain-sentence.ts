import { cleanText, inert } from '@toolmark/core';

/** As long as a summary of an advisory may be (docs/spec/advisories.md, section 1). */
const MAX_LENGTH = 1000;

/** What a stranger wrote as one line that hides and steers nothing: it will be shown to people and to models. */
export function plainSentence(text: string): string {
  const cleaned = inert(cleanText(text, ONE_LINE).text);
  return cutTo(cleaned, MAX_LENGTH) || 'Nothing was said.';
}

/** Never in the middle of a character. */
export function cutTo(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - 1;
  const splits = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return `${text.slice(0, splits ? end - 1 : end)}…`;
}

const ONE_LINE = { maxDescriptionLength: MAX_LENGTH, lineBreaks: 'flatten' } as const;
