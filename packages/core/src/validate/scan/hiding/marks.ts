import { neighbourhoodsOf } from './neighbourhoods.ts';

/** More marks on one letter than any language uses. */
const FLOOD = /\p{M}{9}/u;

/** Nine marks of two units each. */
const REACH = 20;

export function hasMarkFlood(text: string): boolean {
  return neighbourhoodsOf(text, findFarRun, REACH).some(({ text: part }) => FLOOD.test(part));
}

const LAST_NEAR = 0x2ff;

/** Nine units in a row beyond those of Latin, among which the marks are. */
function findFarRun(text: string, from: number): number {
  let run = 0;
  for (let i = from; i < text.length; i++) {
    run = text.charCodeAt(i) > LAST_NEAR ? run + 1 : 0;
    if (run === 9) return i - 8;
  }
  return -1;
}

/** What the digest of the rule set covers of this page. */
export const MARK_SOURCES: readonly string[] = [FLOOD.source];
