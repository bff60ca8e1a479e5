import { neighbourhoodsOf } from './neighbourhoods.ts';

/** More marks on one letter than any language uses. */
const FLOOD = /\p{M}{9}/u;

const FAR_RUN = /[^\u0000-\u02ff]{9}/g;
/** Nine marks of two units each. */
const REACH = 20;

export function hasMarkFlood(text: string): boolean {
  return neighbourhoodsOf(text, FAR_RUN, REACH).some(({ text: part }) => FLOOD.test(part));
}

/** What the digest of the rule set covers of this page. */
export const MARK_SOURCES: readonly string[] = [FLOOD.source];
