import type { AST } from '@eslint-community/regexpp';

/**
 * How many instructions the program of a pattern has at most, without building it. Counted groups are copied, so
 * `(?:(?:ab){1000}){1000}` has millions.
 */
export function patternSize(alternatives: readonly AST.Alternative[]): number {
  return alternatives.length - 1 + sum(alternatives.map(({ elements }) => sum(elements.map(elementSize))));
}

/** The single character that an element matches, looking into groups that hold nothing else. */
export function singleCharacter(element: AST.Element): SingleCharacter | undefined {
  if (element.type === 'Group' || element.type === 'CapturingGroup') {
    const [only, ...others] = element.alternatives.flatMap(({ elements }) => elements);
    const isOne = element.alternatives.length === 1 && only !== undefined && others.length === 0;
    return isOne ? singleCharacter(only) : undefined;
  }
  const isCharacter =
    element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass';
  return isCharacter ? element : undefined;
}

export type SingleCharacter = AST.Character | AST.CharacterSet | AST.CharacterClass;

function elementSize(element: AST.Element): number {
  if (element.type === 'Quantifier') return quantifierSize(element);
  if (element.type === 'Group' || element.type === 'CapturingGroup') return patternSize(element.alternatives);
  return 'alternatives' in element ? 1 + patternSize(element.alternatives) : 1;
}

function quantifierSize({ element, min, max }: AST.Quantifier): number {
  if (singleCharacter(element) !== undefined) return 2;
  // An endless loop needs one copy beside the required ones. A copy of nothing takes time too, so it counts.
  const copies = max === Number.POSITIVE_INFINITY ? min + 1 : max;
  return 1 + copies * (1 + elementSize(element));
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
