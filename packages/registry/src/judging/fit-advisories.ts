import { type Advisory, MAX_ADVISORIES_BYTES } from '@toolmark/core/sign';
import { cutTo } from './plain-sentence.ts';

export interface Limits {
  readonly entries: number;
  readonly bytes: number;
}

/** Limits of every reader (docs/spec/advisories.md, section 1), minus room for times and signature. */
const LIMITS: Limits = { entries: 10_000, bytes: MAX_ADVISORIES_BYTES - 4_096 };

const SHORT = 80;

/**
 * Makes a list, newest first, fit the limits: drops the oldest withdrawn entries, which deny nothing; then shortens the
 * oldest summaries; only then drops the oldest current entries.
 */
export function fitAdvisories(all: readonly Advisory[], limits = LIMITS): readonly Advisory[] {
  const needed = dropOldest(all, limits, ({ withdrawn }) => withdrawn === true);
  return dropOldest(shortenOldest(needed, limits), limits, () => true);
}

/** How many current advisories were dropped: the operator must know. */
export function countDropped(all: readonly Advisory[], fitted: readonly Advisory[]): number {
  return countCurrent(all) - countCurrent(fitted);
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
  const shortened = [...all].reverse().map(advisory => {
    if (bytes <= limits.bytes) return advisory;
    const shorter = { ...advisory, summary: cutTo(advisory.summary, SHORT) };
    bytes += sizeOf([shorter]) - sizeOf([advisory]);
    return shorter;
  });
  return shortened.reverse();
}

/** Includes a comma after each entry. */
function sizeOf(advisories: readonly Advisory[]): number {
  return advisories.reduce((sum, advisory) => sum + Buffer.byteLength(JSON.stringify(advisory)) + 1, 0);
}

function countCurrent(advisories: readonly Advisory[]): number {
  return advisories.filter(({ withdrawn }) => withdrawn !== true).length;
}
