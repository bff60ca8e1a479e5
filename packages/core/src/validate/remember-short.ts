const LONGEST = 4;
const MOST = 2_000;

/**
 * The same function, which keeps its answers for short texts: dashes, quotes and accents come again and again. It keeps
 * so many and no more, whatever it is asked.
 */
export function rememberShort(fold: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return text => {
    if (text.length > LONGEST) return fold(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const answer = fold(text);
    if (known.size < MOST) known.set(text, answer);
    return answer;
  };
}
