const COMMENT = /<!--([\s\S]{0,4000}?)(?:-->|$)/g;
const LINK_COMMENT = /^\s{0,3}\[(?:\/\/|comment)\]:\s{0,4}#\s{0,4}[("'](.{1,500})/gim;
const UNSEEN_STYLE =
  /<[a-z][^<>]{0,200}(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|opacity\s?:\s?0(?![.\d])|color\s?:\s?(?:white|transparent|#fff)|\bhidden\b)[^<>]{0,200}>/i;

/** What a text hides by markup: comments, and elements with a style that shows nothing. */
export function findHiddenMarkup(text: string): string[] {
  const found: string[] = [];
  if (text.includes('<!--')) for (const [, comment = ''] of text.matchAll(COMMENT)) found.push(comment.trim());
  if (text.includes(']:')) for (const [, comment = ''] of text.matchAll(LINK_COMMENT)) found.push(comment.trim());
  const style = text.includes('<') ? UNSEEN_STYLE.exec(text) : null;
  return style === null ? found : [...found, text.slice(style.index, style.index + 300)];
}
