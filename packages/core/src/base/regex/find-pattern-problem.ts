import { type AST, RegExpParser, RegExpSyntaxError, visitRegExpAST } from '@eslint-community/regexpp';
import { inert, quoteInert } from '../inert.ts';
import { type Ambiguity, ambiguity, MAX_RUNS } from './ambiguity.ts';
import { buildAutomaton } from './position-automaton.ts';

export interface PatternProblem {
  readonly kind: 'invalid' | 'costly';
  readonly message: string;
}

/** Also bounds how deep the parser and the automaton builder recurse: 1,000 characters nest at most 500 groups. */
const MAX_LENGTH = 1_000;
const MAX_COPIES = 50;
// Pinned, so that the verdict does not change with a parser update; 2024 is the last edition without (?i:…).
const EDITION = 2024;

/**
 * What is wrong with a regular expression that a backtracking engine is to run with flag u: not a regular expression,
 * or able to take exponential time. What cannot be decided cheaply counts as costly.
 */
export function findPatternProblem(pattern: string): PatternProblem | undefined {
  if (pattern.length > MAX_LENGTH) return costly(`it is longer than ${MAX_LENGTH} characters, so ${UNBOUNDED}`);
  const parsed = parsePattern(pattern);
  if ('kind' in parsed) return parsed;
  for (const { alternatives, backward } of expressionsIn(parsed)) {
    const verdict = judge(alternatives, backward);
    if (verdict !== 'tame') return costly(REASONS[verdict]);
  }
  return undefined;
}

const UNBOUNDED = 'its running time could not be bounded';
const REASONS: Readonly<Record<Exclude<Ambiguity, 'tame'>, string>> = {
  exponential: 'a repeated part can match the same text in several ways, so the time can grow exponentially',
  'too-many-runs': `it may match the same text in more than ${MAX_RUNS} ways`,
  'too-big': `it is too large to analyse, so ${UNBOUNDED}`,
};

function costly(reason: string): PatternProblem {
  return {
    kind: 'costly',
    message: `The pattern is costly: ${reason}. Make its parts exclude each other or simplify.`,
  };
}

function parsePattern(pattern: string): AST.Pattern | PatternProblem {
  try {
    return new RegExpParser({ ecmaVersion: EDITION }).parsePattern(pattern, 0, pattern.length, { unicode: true });
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error;
    // The parser's message repeats the whole pattern before its reason; only the reason is ours to show.
    const reason = inert(error.message.slice(error.message.lastIndexOf('/u: ') + '/u: '.length));
    const where = `at character ${error.index + 1} of ${quoteInert(pattern)}`;
    return { kind: 'invalid', message: `The pattern is not an ECMA-262 regular expression: ${reason} ${where}.` };
  }
}

interface Expression {
  readonly alternatives: readonly AST.Alternative[];
  readonly backward: boolean;
}

/** The pattern and the body of every lookaround: an engine runs each on its own and never backtracks into it. */
function expressionsIn(pattern: AST.Pattern): readonly Expression[] {
  const found: Expression[] = [{ alternatives: pattern.alternatives, backward: false }];
  visitRegExpAST(pattern, {
    onAssertionEnter(node) {
      if (node.kind !== 'lookahead' && node.kind !== 'lookbehind') return;
      found.push({ alternatives: node.alternatives, backward: node.kind === 'lookbehind' });
    },
  });
  return found;
}

/**
 * First with every counted repetition widened to an endless loop: small, and whatever is tame then is tame in truth.
 * Only if that fails are the counts taken at their word, which saves (\d{1,3}\.?){4} and not (a{1,30}){1,30}.
 */
function judge(alternatives: readonly AST.Alternative[], backward: boolean): Ambiguity {
  const widened = judgeWith(alternatives, backward, 1);
  return widened === 'tame' ? widened : judgeWith(alternatives, backward, MAX_COPIES);
}

function judgeWith(alternatives: readonly AST.Alternative[], backward: boolean, maxCopies: number): Ambiguity {
  const automaton = buildAutomaton(alternatives, { backward, maxCopies });
  return automaton === undefined ? 'too-big' : ambiguity(automaton);
}
