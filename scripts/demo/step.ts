import { stripVTControlCharacters } from 'node:util';

/** One thing that somebody does in the story, and what came of it. */
export interface Step {
  /** The title of the chapter, at its first step. */
  readonly chapter?: string;
  readonly narration: string;
  /** Who types it, as in `ada$`. */
  readonly prompt: string;
  /** As a person would type it. */
  readonly command: string;
  /** As it was printed, with colours if they were asked for. */
  readonly output: string;
  readonly exit: number;
}

/** How a step must go. */
export interface Expected {
  readonly exit?: number;
  readonly says?: readonly string[];
  readonly omits?: readonly string[];
}

/** Stops the story where it goes otherwise. */
export function expectOf(step: Step, { exit = 0, says = [], omits = [] }: Expected): void {
  const text = stripVTControlCharacters(step.output);
  const faults = [
    ...(step.exit === exit ? [] : [`it should end with exit code ${exit}, and ended with ${step.exit}`]),
    ...says.filter(part => !text.includes(part)).map(part => `it should say ${JSON.stringify(part)}`),
    ...omits.filter(part => text.includes(part)).map(part => `it should not say ${JSON.stringify(part)}`),
  ];
  if (faults.length === 0) return;
  throw new UnexpectedStep(`"${step.prompt} ${step.command}" went otherwise: ${faults.join('; ')}.`);
}

/** What a later step needs of what was printed. */
export function factOf(step: Step, pattern: RegExp): string {
  const [, fact] = pattern.exec(stripVTControlCharacters(step.output)) ?? [];
  if (fact !== undefined) return fact;
  throw new UnexpectedStep(`"${step.prompt} ${step.command}" went otherwise: it should say ${pattern}.`);
}

export class UnexpectedStep extends Error {}
