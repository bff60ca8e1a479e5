import { ToolmarkError } from '@toolmark/core';

/** A parser of untrusted input, and the property that must hold for it. */
export interface Target {
  readonly name: string;
  /** What must hold for any input; printed with a failure. */
  readonly promise: string;
  /** Valid inputs, which the fuzzer mutates. */
  readonly seeds: readonly (Uint8Array | string)[];
  /** Tokens of the format, for mutations to insert. */
  readonly words?: readonly string[];
  /** Throws, or rejects, when the promise is broken. */
  run(input: Uint8Array): void | Promise<void>;
}

export function must(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

/** The result of an action, or undefined when it throws a `ToolmarkError`. Any other error is a failure. */
export function unlessRefused<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}
