/** The safe part of an error. Drivers attach rows, values and addresses to errors, which may be secret. */
export interface LoggedError {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

export function logError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(cause === undefined || depth === 3 ? {} : { cause: logError(cause, depth + 1) }),
  };
}
