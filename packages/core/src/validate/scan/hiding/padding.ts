/** So much white space that what follows lies outside any window. */
const FAR_RIGHT = 160;
const FAR_DOWN = 30;
const LONGEST = 300;

/** What stands behind a stretch of white space no reader scrolls through. One pass, whatever the text. */
export function findFarText(text: string): string | undefined {
  let column = 0;
  let lines = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) {
      lines++;
      column = 0;
    } else if (code === 32 || code === 9 || code === 13 || code === 0xa0) column++;
    else {
      if (column >= FAR_RIGHT || lines >= FAR_DOWN) return text.slice(i, i + LONGEST);
      column = 0;
      lines = 0;
    }
  }
  return undefined;
}

/** What the digest of the rule set covers of this page. */
export const PADDING_SOURCES: readonly string[] = [`${FAR_RIGHT} ${FAR_DOWN}`];
