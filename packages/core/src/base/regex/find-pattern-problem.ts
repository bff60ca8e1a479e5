import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { characterTest } from './character-classes.ts';
import { type PatternProblem, parsePattern } from './parse-pattern.ts';
import { patternSize } from './pattern-size.ts';

export const MAX_PATTERN_SIZE = 10_000;

/** What keeps a regular expression (with flag u) from being matched in linear time, or from being one at all. */
export function findPatternProblem(pattern: string): PatternProblem | undefined {
  const measured = measurePattern(pattern);
  return 'kind' in measured ? measured : undefined;
}

/** The parsed pattern and the size of its program, or what is wrong with it. */
export function measurePattern(pattern: string): { readonly ast: AST.Pattern; readonly size: number } | PatternProblem {
  const ast = parsePattern(pattern);
  if ('kind' in ast) return ast;
  const size = patternSize(ast.alternatives);
  if (size > MAX_PATTERN_SIZE) return costly('its counted groups make it too large. Use smaller counts.');
  return findUnusablePart(ast) ?? { ast, size };
}

function findUnusablePart(ast: AST.Pattern): PatternProblem | undefined {
  let problem: PatternProblem | undefined;
  visitRegExpAST(ast, {
    onBackreferenceEnter() {
      problem ??= costly('a back-reference cannot be matched in linear time. Write the pattern without it.');
    },
    // The parser may know a property that this JavaScript engine does not.
    onCharacterSetEnter(node) {
      if (node.kind !== 'property' || characterTest(node) !== undefined) return;
      problem ??= { kind: 'invalid', message: `The pattern uses ${node.raw}, which is not supported here.` };
    },
  });
  return problem;
}

function costly(reason: string): PatternProblem {
  return { kind: 'costly', message: `The pattern is costly: ${reason}` };
}
