import { pointAt } from './point-at.ts';
import { CATEGORY, categoryOf, has, IS } from './properties.ts';

/**
 * Where the user-perceived character that begins at `start` ends. It follows UAX #29 with the project's own tables, and
 * where these know less than the standard it takes more together: a cut at such an end never falls inside a character.
 */
export function clusterEnd(text: string, start: number): number {
  const first = pointAt(text, start);
  let end = start + width(first);
  const cluster: Cluster = {
    last: first,
    pictograph: isPictograph(first),
    flags: isRegional(first) ? 1 : 0,
    tied: false,
  };
  while (end < text.length) {
    const next = pointAt(text, end);
    if (!continues(cluster, next)) break;
    grow(cluster, next);
    end += width(next);
  }
  return end;
}

interface Cluster {
  last: number;
  /** Nothing but extenders and perhaps one joiner came after a pictograph. */
  pictograph: boolean;
  flags: number;
  /** A virama waits for the consonant it ties. */
  tied: boolean;
}

const ZWJ = 0x200d;

function continues(cluster: Cluster, next: number): boolean {
  const { last } = cluster;
  if (last < 0x300 && next < 0x300) return last === 0x0d && next === 0x0a;
  if (isControl(last) || isControl(next)) return false;
  if (isExtender(next) || has(last, IS.prepend)) return true;
  if (last === ZWJ && cluster.pictograph && isPictograph(next)) return true;
  if (cluster.flags === 1 && isRegional(last) && isRegional(next)) return true;
  if (cluster.tied && categoryOf(next) === CATEGORY.letter) return true;
  return isHangulPair(last, next);
}

function grow(cluster: Cluster, next: number): void {
  const extends_ = isExtender(next);
  cluster.tied = has(next, IS.virama) || (cluster.tied && extends_);
  cluster.pictograph = isPictograph(next) || (cluster.pictograph && extends_);
  if (isRegional(next)) cluster.flags++;
  cluster.last = next;
}

/** What is attached to the character before it: accents, vowel signs, selectors, skin tones, joiners. */
function isExtender(point: number): boolean {
  if (point < 0x300) return false;
  if (point === ZWJ || has(point, IS.graphemeExtend)) return true;
  if (point === 0x0e33 || point === 0x0eb3) return true;
  return (point >= 0x1f3fb && point <= 0x1f3ff) || categoryOf(point) === CATEGORY.spacingMark;
}

function isControl(point: number): boolean {
  const category = categoryOf(point);
  if (category === CATEGORY.control || category === CATEGORY.separator || category === CATEGORY.surrogate) return true;
  if (has(point, IS.graphemeExtend | IS.prepend) || point === ZWJ) return false;
  return category === CATEGORY.format || (category === CATEGORY.unassigned && has(point, IS.defaultIgnorable));
}

function isPictograph(point: number): boolean {
  return has(point, IS.pictographic);
}

function isRegional(point: number): boolean {
  return point >= 0x1f1e6 && point <= 0x1f1ff;
}

function isHangulPair(last: number, next: number): boolean {
  const isLead = isBetween(last, 0x1100, 0x115f) || isBetween(last, 0xa960, 0xa97c);
  if (isLead && (isBetween(next, 0x1100, 0x115f) || isBetween(next, 0xa960, 0xa97c))) return true;
  const isVowel = isBetween(next, 0x1160, 0x11a7) || isBetween(next, 0xd7b0, 0xd7c6);
  const isSyllable = isBetween(next, 0xac00, 0xd7a3);
  if (isLead) return isVowel || isSyllable;
  const isTail = isBetween(next, 0x11a8, 0x11ff) || isBetween(next, 0xd7cb, 0xd7fb);
  const lastIsVowel = isBetween(last, 0x1160, 0x11a7) || isBetween(last, 0xd7b0, 0xd7c6);
  const lastIsOpen = isBetween(last, 0xac00, 0xd7a3) && (last - 0xac00) % 28 === 0;
  if (lastIsVowel || lastIsOpen) return isVowel || isTail;
  const lastIsTail = isBetween(last, 0x11a8, 0x11ff) || isBetween(last, 0xd7cb, 0xd7fb);
  return (lastIsTail || isBetween(last, 0xac00, 0xd7a3)) && isTail;
}

function isBetween(point: number, from: number, to: number): boolean {
  return point >= from && point <= to;
}

function width(point: number): number {
  return point > 0xffff ? 2 : 1;
}
