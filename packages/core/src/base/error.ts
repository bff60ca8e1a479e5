import type { Finding } from './finding.ts';

/** Where in a text something went wrong: a byte offset from 0, line and column (in characters) from 1. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

interface ErrorDetails {
  readonly cause?: unknown;
  readonly position?: Position;
  readonly pointer?: string;
  readonly findings?: readonly Finding[];
}

/** A broken premise: the question could not be asked. Negative answers are values, never this error. */
export class ToolmarkError extends Error {
  override readonly name: string = 'ToolmarkError';
  readonly code: string;
  readonly position: Position | undefined;
  readonly pointer: string | undefined;
  readonly findings: readonly Finding[];

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.position = details.position;
    this.pointer = details.pointer;
    this.findings = details.findings ?? [];
  }
}

/** Returns a caught `ToolmarkError`. Anything else is a bug and is thrown again. */
export function refusalIn(caught: unknown): ToolmarkError {
  if (caught instanceof ToolmarkError) return caught;
  throw caught;
}
