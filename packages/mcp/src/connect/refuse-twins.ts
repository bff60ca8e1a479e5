import type { JsonObject } from '@toolmark/core';
import { findTwins } from '@toolmark/core/text';
import { serverError } from './codes.ts';

/** Throws if a member is a case variant of a known or another member: parsers disagree about which one counts. */
export function refuseTwins(object: JsonObject, what: string, known: readonly string[]): void {
  // Known names are never variants of each other.
  if (Object.keys(object).every(name => known.includes(name))) return;
  const [twin] = findTwins(object, '', known);
  if (twin !== undefined) {
    throw serverError('server.ambiguous-key', `In ${what}, ${twin.message} Parsers disagree about which one counts.`);
  }
}
