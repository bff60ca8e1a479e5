import { ToolmarkError } from '@toolmark/core';

/** Codes of connection errors and warnings (docs/spec/sources.md). */
export const CONNECT_CODES = [
  ...['server.cannot-start', 'server.exited', 'server.timeout', 'server.cancelled', 'server.closed'],
  ...['server.unreachable', 'server.unauthorized', 'server.insufficient-scope', 'server.shows-token'],
  ...['server.not-mcp', 'server.bad-address', 'server.redirected', 'server.bad-header', 'server.failed'],
  ...['server.unreadable', 'server.too-large', 'server.too-many', 'server.repeated-cursor'],
  ...['server.malformed', 'server.is-guard', 'server.restless', 'server.ambiguous-key'],
  ...['server.duplicate-name', 'server.noise-on-stdout', 'server.undeclared-list'],
  'server.view-unavailable',
] as const;

export function serverError(code: (typeof CONNECT_CODES)[number], message: string, cause?: unknown): ToolmarkError {
  return new ToolmarkError(code, message, cause === undefined ? {} : { cause });
}
