/** So much at least stands in a part: the work for one more is soon lost in that for its letters. */
const LEAST = 2_000;

/**
 * A blank line behind a word, with no digit close before it. It ends a sentence, and neither letters set apart nor digits
 * of a code go on across it: the parts before and after it read as they do side by side.
 */
const BREAK = /[^0-9]{5}[A-Za-z]{2}[.:!?]?\n\n/g;

/** A long text in parts that can be read one by one, the whole of it; a short one as it is. */
export function partsOf(text: string): readonly string[] {
  if (text.length <= 2 * LEAST) return [text];
  const parts: string[] = [];
  let start = 0;
  BREAK.lastIndex = LEAST;
  while (BREAK.test(text)) {
    parts.push(text.slice(start, BREAK.lastIndex));
    start = BREAK.lastIndex;
    BREAK.lastIndex = start + LEAST;
  }
  BREAK.lastIndex = 0;
  return [...parts, text.slice(start)];
}
