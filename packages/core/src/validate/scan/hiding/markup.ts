const LONGEST = 4000;
/** Tried where it can start: at the start of a line, with at most three blanks before the bracket. */
const LINK_COMMENT = /^\s{0,3}\[(?:\/\/|comment)\]:\s{0,4}#\s{0,4}[("'](.{1,500})/imy;
const MOST_BLANKS = 3;
const UNSEEN_STYLE =
  /<[a-z][^<>]{0,200}(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|opacity\s?:\s?0(?![.\d])|color\s?:\s?(?:white|transparent|#fff)|\bhidden\b)[^<>]{0,200}>/i;

/** What a text hides by markup: comments, and elements with a style that shows nothing. */
export function findHiddenMarkup(text: string): string[] {
  const found = [...commentsOf(text), ...linkCommentsOf(text)];
  const style = text.includes('<') ? UNSEEN_STYLE.exec(text) : null;
  return style === null ? found : [...found, text.slice(style.index, style.index + 300)];
}

/** An open comment runs to the end, so that no text is searched twice. */
function commentsOf(text: string): string[] {
  const found: string[] = [];
  for (let start = text.indexOf('<!--'); start >= 0; ) {
    const end = text.indexOf('-->', start + 4);
    found.push(text.slice(start + 4, end < 0 ? start + LONGEST : Math.min(end, start + LONGEST)).trim());
    start = end < 0 ? -1 : text.indexOf('<!--', end);
  }
  return found;
}

/** Comments that are written as links: `[//]: # (…)`. */
function linkCommentsOf(text: string): string[] {
  const found: string[] = [];
  let end = 0;
  for (let at = text.indexOf(']:'); at >= 0; at = text.indexOf(']:', Math.max(at + 2, end))) {
    const bracket = text[at - '[//'.length] === '[' ? at - '[//'.length : at - '[comment'.length;
    for (let start = Math.max(end, bracket - MOST_BLANKS); start <= bracket; start++) {
      LINK_COMMENT.lastIndex = start;
      const [, comment] = LINK_COMMENT.exec(text) ?? [];
      if (comment === undefined) continue;
      found.push(comment.trim());
      end = LINK_COMMENT.lastIndex;
      break;
    }
  }
  return found;
}

/** What the digest of the rule set covers of this page. */
export const MARKUP_SOURCES: readonly string[] = [LINK_COMMENT.source, UNSEEN_STYLE.source];
