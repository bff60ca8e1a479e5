import { type Advisory, MAX_ADVISORIES_BYTES } from '@toolmark/core';
import { cutTo } from './plain-sentence.ts';

export interface Limits {
  readonly entries: number;
  readonly bytes: number;
}

/** What every reader accepts (docs/spec/advisories.md, section 1), with room for the times and the signature. */
const LIMITS: Limits = { entries: 10_000, bytes: MAX_ADVISORIES_BYTES - 4_096 };

const SHORT = 80;

/**
 * As much of a list, newest first, as fits. First the oldest of what is withdrawn goes, because it denies nothing; then
 * the oldest are told in few words; only then are the oldest that stand left out.
 */
export function fitAdvisories(all: readonly Advisory[], limits = LIMITS): readonly Advisory[] {
  const needed = dropOldest(all, limits, ({ withdrawn }) => withdrawn === true);
  return dropOldest(shortenOldest(needed, limits), limits, () => true);
}

/** How many that stand were left out: an operator must hear of it. */
export function countDropped(all: readonly Advisory[], fitted: readonly Advisory[]): number {
  return countStanding(all) - countStanding(fitted);
}

function dropOldest(
  all: readonly Advisory[],
  limits: Limits,
  isDroppable: (advisory: Advisory) => boolean,
): readonly Advisory[] {
  let bytes = sizeOf(all);
  let { length } = all;
  const kept: Advisory[] = [];
  for (const advisory of [...all].reverse()) {
    if ((length > limits.entries || bytes > limits.bytes) && isDroppable(advisory)) {
      length -= 1;
      bytes -= sizeOf([advisory]);
    } else kept.push(advisory);
  }
  return kept.reverse();
}

function shortenOldest(all: readonly Advisory[], limits: Limits): readonly Advisory[] {
  let bytes = sizeOf(all);
  const told = [...all].reverse().map(advisory => {
    if (bytes <= limits.bytes) return advisory;
    const shorter = { ...advisory, summary: cutTo(advisory.summary, SHORT) };
    bytes += sizeOf([shorter]) - sizeOf([advisory]);
    return shorter;
  });
  return told.reverse();
}

/** With the comma behind each. */
function sizeOf(advisories: readonly Advisory[]): number {
  return advisories.reduce((sum, advisory) => sum + Buffer.byteLength(JSON.stringify(advisory)) + 1, 0);
}

function countStanding(advisories: readonly Advisory[]): number {
  return advisories.filter(({ withdrawn }) => withdrawn !== true).length;
}
