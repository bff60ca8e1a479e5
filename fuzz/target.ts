import { ToolmarkError } from '@toolmark/core';

/** One thing that takes input from strangers, and what must never happen to it. */
export interface Target {
  readonly name: string;
  /** What must hold for any input; shown with a failure. */
  readonly promise: string;
  /** Good inputs, from which the others are made. */
  readonly seeds: readonly (Uint8Array | string)[];
  /** Words that mean something here, for mutations to use. */
  readonly words?: readonly string[];
  /** Throws, or rejects, when the promise is broken. */
  run(input: Uint8Array): void | Promise<void>;
}

export function must(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

/** What an action gives, or undefined where it refuses in the way it may. Any other error is a finding. */
export function unlessRefused<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}
