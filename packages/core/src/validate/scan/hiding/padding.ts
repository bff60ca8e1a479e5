/** So much white space that what follows lies outside any window. */
const FAR_RIGHT = 160;
const FAR_DOWN = 30;
const LONGEST = 300;

/** What stands behind a stretch of white space no reader scrolls through. One pass, whatever the text. */
export function findFarText(text: string): string | undefined {
  if (!hasWideGap(text)) return undefined;
  let column = 0;
  let lines = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) {
      lines++;
      column = 0;
    } else if (isBlank(code)) column++;
    else {
      if (column >= FAR_RIGHT || lines >= FAR_DOWN) return text.slice(i, i + LONGEST);
      column = 0;
      lines = 0;
    }
  }
  return undefined;
}

/** So much white space covers one character of every thirty, so no others need to be looked at. */
function hasWideGap(text: string): boolean {
  for (let i = FAR_DOWN - 1; i < text.length; i += FAR_DOWN) {
    if (isBlank(text.charCodeAt(i)) && gapAt(text, i) >= FAR_DOWN) return true;
  }
  return false;
}

/** How long the white space around a character is, as far as it matters. */
function gapAt(text: string, i: number): number {
  let start = i;
  let end = i;
  while (i - start < FAR_DOWN && isBlank(text.charCodeAt(start - 1))) start--;
  while (end - i < FAR_DOWN && isBlank(text.charCodeAt(end))) end++;
  return end - start;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 0xa0;
}

/** What the digest of the rule set covers of this page. */
export const PADDING_SOURCES: readonly string[] = [`${FAR_RIGHT} ${FAR_DOWN}`];
