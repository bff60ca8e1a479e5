import { stripVTControlCharacters } from 'node:util';

/** One command of the demo and its result. */
export interface Step {
  /** The title of the chapter, at its first step. */
  readonly chapter?: string;
  readonly narration: string;
  /** Who types it, as in `ada$`. */
  readonly prompt: string;
  /** As a person would type it. */
  readonly command: string;
  /** As printed, with colours if enabled. */
  readonly output: string;
  readonly exit: number;
}

/** The expected result of a step. */
export interface Expected {
  readonly exit?: number;
  readonly says?: readonly string[];
  readonly omits?: readonly string[];
}

/** Throws when a step has another result. */
export function expectOf(step: Step, { exit = 0, says = [], omits = [] }: Expected): void {
  const text = stripVTControlCharacters(step.output);
  const faults = [
    ...(step.exit === exit ? [] : [`expected exit code ${exit}, got ${step.exit}`]),
    ...says.filter(part => !text.includes(part)).map(part => `expected ${JSON.stringify(part)}`),
    ...omits.filter(part => text.includes(part)).map(part => `did not expect ${JSON.stringify(part)}`),
  ];
  if (faults.length === 0) return;
  throw new UnexpectedStep(`"${step.prompt} ${step.command}" failed: ${faults.join('; ')}.`);
}

/** Part of the output, for a later step. */
export function factOf(step: Step, pattern: RegExp): string {
  const [, fact] = pattern.exec(stripVTControlCharacters(step.output)) ?? [];
  if (fact !== undefined) return fact;
  throw new UnexpectedStep(`"${step.prompt} ${step.command}" failed: expected ${pattern}.`);
}

export class UnexpectedStep extends Error {}
