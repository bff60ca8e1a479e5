import process from 'node:process';

/**
 * `TOOLMARK_NO_PREFIX`: several servers share one space of names. `TOOLMARK_WITHHELD`: tools were left out.
 * `TOOLMARK_SERVER_FAILED`: a server was left out whole.
 */
export type AdaptWarningCode = 'TOOLMARK_NO_PREFIX' | 'TOOLMARK_WITHHELD' | 'TOOLMARK_SERVER_FAILED';

/** Something that whoever runs the agent should know, and that does not stop it. */
export interface AdaptWarning {
  readonly code: AdaptWarningCode;
  readonly message: string;
}

export type Warn = (warning: AdaptWarning) => void;

/** Where warnings go when nobody asked for them: the warnings of the process. */
export function warnProcess({ code, message }: { readonly code: string; readonly message: string }): void {
  process.emitWarning(message, { type: 'ToolmarkWarning', code });
}
