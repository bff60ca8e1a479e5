import process from 'node:process';
import type { Finding } from '@toolmark/core';

/**
 * `TOOLMARK_NO_PREFIX`: several servers share one namespace. `TOOLMARK_WITHHELD`: tools were not imported.
 * `TOOLMARK_SERVER_FAILED`: a server was not imported. `TOOLMARK_UNFIT`: tools were not exported, because the API would refuse
 * them. `TOOLMARK_ADJUSTED`: tools were simplified for the export.
 */
export type AdaptWarningCode =
  | 'TOOLMARK_NO_PREFIX'
  | 'TOOLMARK_WITHHELD'
  | 'TOOLMARK_SERVER_FAILED'
  | 'TOOLMARK_UNFIT'
  | 'TOOLMARK_ADJUSTED';

/** A warning for the developer of the agent. */
export interface AdaptWarning {
  readonly code: AdaptWarningCode;
  readonly message: string;
  /** All affected tools of an export; the message names a few. */
  readonly findings?: readonly Finding[];
}

export type Warn = (warning: AdaptWarning) => void;

export function warnProcess({ code, message }: { readonly code: string; readonly message: string }): void {
  process.emitWarning(message, { type: 'ToolmarkWarning', code });
}
