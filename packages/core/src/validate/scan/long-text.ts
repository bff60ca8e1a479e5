/** So much at least stands before a cut: the work for one more part is soon lost in that for its letters. */
const LEAST = 2_000;
const BLANK_LINE = '\n\n';

/** A long text in parts that can be read one by one, the whole of it; a short one as it is. */
export function partsOf(text: string): readonly string[] {
  if (text.length <= 2 * LEAST) return [text];
  const parts: string[] = [];
  let start = 0;
  for (let at = text.indexOf(BLANK_LINE, LEAST); at >= 0; ) {
    const isCut = endsAll(text, at);
    const end = at + BLANK_LINE.length;
    if (isCut) {
      parts.push(text.slice(start, end));
      start = end;
    }
    at = text.indexOf(BLANK_LINE, isCut ? end + LEAST : end);
  }
  return [...parts, text.slice(start)];
}

const WORD_AT_END = /[a-z]{2}[.:!?]?$/i;
const DIGIT = /\d/;

/**
 * Whether a blank line stands behind a word, with no digit close before it. It ends a sentence, and neither letters set
 * apart nor digits of a code go on across it: the parts before and after it read as they do side by side.
 */
function endsAll(text: string, at: number): boolean {
  const before = text.slice(at - 8, at);
  return WORD_AT_END.test(before) && !DIGIT.test(before);
}
