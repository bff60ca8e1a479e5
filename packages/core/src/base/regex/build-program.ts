import type { AST } from '@eslint-community/regexpp';
import { CharacterClasses } from './character-classes.ts';
import { singleCharacter } from './pattern-size.ts';

/** One shape for all, which the scan reads quickly; what an operation does not use is 0. */
export interface Instruction {
  readonly op: 'read' | 'count' | 'split' | 'start' | 'end' | 'boundary' | 'look' | 'match';
  /** `read` and `count`: the characters. `boundary`: the word characters. `look`: the number of the look-around. */
  readonly set: number;
  /** `count`: how many characters. */
  readonly min: number;
  readonly max: number;
  /** `boundary` and `look`: whether it must not hold. */
  readonly negate: boolean;
  readonly next: number;
  /** `split`: the second way. */
  other: number;
}

export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  /** Reads from the end of the text to its start. */
  readonly backward: boolean;
  /** Can only match at the start of the text. */
  readonly anchored: boolean;
}

export interface Programs {
  readonly main: Program;
  /** Look-arounds, each behind those that it contains. */
  readonly looks: readonly Program[];
  readonly classes: CharacterClasses;
}

/**
 * Thompson's automaton of a pattern that `findPatternProblem` accepts. A look-around is a program of its own: it has the
 * same answer at a place of the text however the match came there, so one pass over the text answers it for all places.
 */
export function buildProgram(pattern: AST.Pattern): Programs {
  const shared: Shared = { classes: new CharacterClasses(), looks: [], numbers: new Map() };
  return { main: programOf(pattern.alternatives, false, shared), looks: shared.looks, classes: shared.classes };
}

interface Shared {
  readonly classes: CharacterClasses;
  readonly looks: Program[];
  readonly numbers: Map<AST.Assertion, number>;
}

interface Draft extends Shared {
  readonly backward: boolean;
  readonly instructions: Instruction[];
}

function programOf(alternatives: readonly AST.Alternative[], backward: boolean, shared: Shared): Program {
  const draft: Draft = { ...shared, backward, instructions: [] };
  const match = add(draft, { op: 'match' });
  const start = either(draft, alternatives, match);
  return { instructions: draft.instructions, start, backward, anchored: !backward && alternatives.every(isAnchored) };
}

function isAnchored({ elements: [first] }: AST.Alternative): boolean {
  if (first?.type === 'Assertion') return first.kind === 'start';
  const isGroup = first?.type === 'Group' || first?.type === 'CapturingGroup';
  return isGroup && first.alternatives.every(isAnchored);
}

// Each function below adds the instructions that lead to `next`, and returns the one to begin with.

function either(draft: Draft, alternatives: readonly AST.Alternative[], next: number): number {
  const [last, ...others] = alternatives.map(({ elements }) => sequence(draft, elements, next)).reverse();
  return others.reduce((rest, branch) => split(draft, branch, rest), last ?? next);
}

function sequence(draft: Draft, elements: readonly AST.Element[], next: number): number {
  const lastFirst = draft.backward ? elements : elements.toReversed();
  return lastFirst.reduce((after, element) => one(draft, element, after), next);
}

function one(draft: Draft, element: AST.Element, next: number): number {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return either(draft, element.alternatives, next);
    case 'Quantifier':
      return repeat(draft, element, next);
    case 'Assertion':
      return assertion(draft, element, next);
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return add(draft, { op: 'read', set: draft.classes.addSet(element), next });
    default:
      throw new Error(`${element.type} was checked to be absent, and is not`);
  }
}

function assertion(draft: Draft, element: AST.Assertion, next: number): number {
  switch (element.kind) {
    case 'start':
    case 'end':
      return add(draft, { op: element.kind, next });
    case 'word':
      return add(draft, { op: 'boundary', set: draft.classes.addWordSet(), negate: element.negate, next });
    default:
      return add(draft, { op: 'look', set: lookOf(draft, element), negate: element.negate, next });
  }
}

/** A look-ahead is read from the end of the text backwards, so that every place where one can begin is seen. */
function lookOf(draft: Draft, element: AST.LookaroundAssertion): number {
  const known = draft.numbers.get(element);
  if (known !== undefined) return known;
  const program = programOf(element.alternatives, element.kind === 'lookahead', draft);
  const number = draft.looks.push(program) - 1;
  draft.numbers.set(element, number);
  return number;
}

function repeat(draft: Draft, { element, min, max }: AST.Quantifier, next: number): number {
  if (max === 0) return next;
  const character = singleCharacter(element);
  if (character !== undefined && max > 1) {
    return add(draft, { op: 'count', set: draft.classes.addSet(character), min, max, next });
  }
  let entry = max === Number.POSITIVE_INFINITY ? loop(draft, element, next) : next;
  for (let made = min; made < max && max !== Number.POSITIVE_INFINITY; made++) {
    entry = split(draft, one(draft, element, entry), next);
  }
  for (let made = 0; made < min; made++) entry = one(draft, element, entry);
  return entry;
}

function loop(draft: Draft, element: AST.Element, next: number): number {
  const entry = split(draft, next, next);
  const instruction = draft.instructions[entry];
  const body = one(draft, element, entry);
  if (instruction !== undefined) instruction.other = body;
  return entry;
}

function split(draft: Draft, next: number, other: number): number {
  return add(draft, { op: 'split', next, other });
}

function add({ instructions }: Draft, instruction: Partial<Instruction> & Pick<Instruction, 'op'>): number {
  return instructions.push({ set: 0, min: 0, max: 0, negate: false, next: 0, other: 0, ...instruction }) - 1;
}
