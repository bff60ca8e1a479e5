import { type Finding, ToolmarkError } from '@toolmark/core';

/** Codes of import, export and call errors (docs/guide/agents.md). */
export const ADAPT_CODES = [
  ...['adapt.server-key', 'adapt.bad-option', 'adapt.lock-missing', 'adapt.server-failed', 'adapt.unknown-tool'],
  ...['adapt.bad-arguments', 'adapt.unfit-tools'],
] as const;

export function adaptError(
  code: (typeof ADAPT_CODES)[number],
  message: string,
  findings: readonly Finding[] = [],
): ToolmarkError {
  return new ToolmarkError(code, message, { findings });
}
