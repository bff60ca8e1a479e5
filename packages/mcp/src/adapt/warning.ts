import process from 'node:process';
import type { Finding } from '@toolmark/core';

/**
 * `TOOLMARK_NO_PREFIX`: several servers share one space of names. `TOOLMARK_WITHHELD`: tools were left out.
 * `TOOLMARK_SERVER_FAILED`: a server was left out whole. `TOOLMARK_UNFIT`: tools were not exported, because the API would
 * refuse them. `TOOLMARK_ADJUSTED`: tools were exported and say less.
 */
export type AdaptWarningCode =
  | 'TOOLMARK_NO_PREFIX'
  | 'TOOLMARK_WITHHELD'
  | 'TOOLMARK_SERVER_FAILED'
  | 'TOOLMARK_UNFIT'
  | 'TOOLMARK_ADJUSTED';

/** Something that whoever runs the agent should know, and that does not stop it. */
export interface AdaptWarning {
  readonly code: AdaptWarningCode;
  readonly message: string;
  /** Every tool it is about, where an export is meant; the message names a few. */
  readonly findings?: readonly Finding[];
}

export type Warn = (warning: AdaptWarning) => void;

/** Where warnings go when nobody asked for them: the warnings of the process. */
export function warnProcess({ code, message }: { readonly code: string; readonly message: string }): void {
  process.emitWarning(message, { type: 'ToolmarkWarning', code });
}
