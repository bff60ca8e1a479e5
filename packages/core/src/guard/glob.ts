import { pointAt } from '../base/index.ts';
/**
 * Whether a whole text fits a glob: `*` matches any run of characters, `?` one, anything else itself.
 * Only the last `*` is ever tried again, so the work is at most length times length.
 */
export function matchesGlob(glob: string, text: string): boolean {
  let at = 0;
  let inGlob = 0;
  let star = -1;
  let restart = 0;
  while (at < text.length) {
    const wanted = glob[inGlob];
    if (wanted === '*') {
      star = inGlob++;
      restart = at;
    } else if (wanted === '?') {
      at += widthAt(text, at);
      inGlob++;
    } else if (wanted !== undefined && wanted === text[at]) {
      at++;
      inGlob++;
    } else if (star >= 0) {
      restart += widthAt(text, restart);
      at = restart;
      inGlob = star + 1;
    } else {
      return false;
    }
  }
  return /^\**$/.test(glob.slice(inGlob));
}

/** A character beyond the basic plane is two units, and `?` takes it whole. */
function widthAt(text: string, at: number): number {
  return pointAt(text, at) > 0xffff ? 2 : 1;
}
