import { type AST, RegExpParser, RegExpSyntaxError } from '@eslint-community/regexpp';
import { inert, quoteInert } from '../inert.ts';

export interface PatternProblem {
  /** `costly` also covers patterns that cannot be matched in linear time at all. */
  readonly kind: 'invalid' | 'costly';
  readonly message: string;
}

/** Also bounds how deep the parser and the program builder recurse: 1,000 characters nest at most 500 groups. */
const MAX_LENGTH = 1_000;
// Pinned, so that the verdict does not change with a parser update; 2024 is the last edition without (?i:…).
const EDITION = 2024;

/** Parses a regular expression with flag u. */
export function parsePattern(pattern: string): AST.Pattern | PatternProblem {
  if (pattern.length > MAX_LENGTH) {
    return { kind: 'costly', message: `The pattern is longer than ${MAX_LENGTH} characters. Shorten it.` };
  }
  try {
    return new RegExpParser({ ecmaVersion: EDITION }).parsePattern(pattern, 0, pattern.length, { unicode: true });
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error;
    // The parser's message repeats the whole pattern before its reason; only the reason is shown.
    const reason = inert(error.message.slice(error.message.lastIndexOf('/u: ') + '/u: '.length));
    const where = `at character ${error.index + 1} of ${quoteInert(pattern)}`;
    return { kind: 'invalid', message: `The pattern is not an ECMA-262 regular expression: ${reason} ${where}.` };
  }
}
