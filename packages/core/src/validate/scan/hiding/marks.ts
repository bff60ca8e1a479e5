import { neighbourhoodsOf } from './neighbourhoods.ts';

/** More marks on one letter than any language uses. */
const FLOOD = /\p{M}{9}/u;

/** Nine marks of two units each. */
const REACH = 20;

export function hasMarkFlood(text: string): boolean {
  return neighbourhoodsOf(text, findFarRun, REACH).some(({ text: part }) => FLOOD.test(part));
}

/** Nine units in a row beyond those of Latin, among which the marks are. In this form an engine skips all others. */
const FAR_RUN = /[\u0300-\uffff][\u0300-\uffff]{8}/g;

function findFarRun(text: string, from: number): number {
  FAR_RUN.lastIndex = from;
  return FAR_RUN.test(text) ? FAR_RUN.lastIndex - 9 : -1;
}

/** What the digest of the rule set covers of this page. */
export const MARK_SOURCES: readonly string[] = [FLOOD.source];
