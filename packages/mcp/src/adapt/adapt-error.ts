import { type Finding, ToolmarkError } from '@toolmark/core';

/** Why tools could not be imported, exported or called: what happened and what to do. */
export const ADAPT_CODES = {
  'adapt.server-key': ['A server has no key, or the key of another.', 'Give each server the key of your config.'],
  'adapt.bad-option': ['An option has a value that it cannot have.', 'Pass what the message asks for.'],
  'adapt.lock-missing': ['The option lock is there and holds nothing.', 'Pass what parseLock gave, or leave it out.'],
  'adapt.server-failed': ['The connection to a server failed.', 'See the message; the other servers are imported.'],
  'adapt.unknown-tool': ['No tool of this name was imported.', 'Offer the model what was imported, and nothing else.'],
  'adapt.bad-arguments': ['The arguments are no JSON object.', 'Show the model the message and let it try again.'],
  'adapt.unfit-tools': [
    'Two tools have the same name, or, in a warning, an API would refuse a tool.',
    'Import all servers together, with the name profile llm.',
  ],
} as const satisfies Readonly<Record<string, readonly [title: string, advice: string]>>;

export type AdaptCode = keyof typeof ADAPT_CODES;

/** An error of this table; `message` says more than the table does. */
export function adaptError(code: AdaptCode, message: string, findings: readonly Finding[] = []): ToolmarkError {
  return new ToolmarkError(code, message, { findings });
}
