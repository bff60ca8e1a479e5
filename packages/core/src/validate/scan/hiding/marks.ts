import { makeFinder, neighbourhoodsOf } from './neighbourhoods.ts';

/** More marks on one letter than any language uses. */
const FLOOD = /\p{M}{9}/u;

/** Nine marks of two units each. */
const REACH = 20;

export function hasMarkFlood(text: string): boolean {
  return neighbourhoodsOf(text, findFarRun, REACH).some(({ text: part }) => FLOOD.test(part));
}

/** Nine units in a row beyond those of Latin, among which the marks are. */
const findFarRun = makeFinder(/[\u0300-\uffff]{9}/, 9);

/** What the digest of the rule set covers of this page. */
export const MARK_SOURCES: readonly string[] = [FLOOD.source];
