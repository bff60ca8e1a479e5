import { findTwins, type JsonObject } from '@toolmark/core';
import { serverError } from './codes.ts';

/** Throws when a member is a case variant of a known one or of another: readers disagree about which one counts. */
export function refuseTwins(object: JsonObject, what: string, known: readonly string[]): void {
  // Names that are all known as they stand cannot be variants of each other.
  if (Object.keys(object).every(name => known.includes(name))) return;
  const [twin] = findTwins(object, '', known);
  if (twin !== undefined) {
    throw serverError('server.ambiguous-key', `In ${what}, ${twin.message} Programs disagree about which one counts.`);
  }
}
