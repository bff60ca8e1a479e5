import { cleanText, inert } from '@toolmark/core';

/** The longest summary of an advisory (docs/spec/advisories.md, section 1). */
const MAX_LENGTH = 1000;

/** Untrusted text as one inert line, fit to be shown to people and models. */
export function plainSentence(text: string): string {
  const cleaned = inert(cleanText(text, ONE_LINE).text);
  return cutTo(cleaned, MAX_LENGTH) || '(no description)';
}

/** Never cuts a surrogate pair. */
export function cutTo(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - 1;
  const splits = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return `${text.slice(0, splits ? end - 1 : end)}…`;
}

const ONE_LINE = { maxDescriptionLength: MAX_LENGTH, lineBreaks: 'flatten' } as const;
