/** So much white space that what follows lies outside any window. */
const FAR = /(?:[ \t\u00a0]{160}|(?:\r?\n[ \t]{0,80}){30})\s*(\S.{0,300})/;

const WIDE = ' '.repeat(100);
const TALL = /\n[ \t\r\n]{29}|[\t\u00a0]{100}/;

/** What stands behind a stretch of white space no reader scrolls through. */
export function findFarText(text: string): string | undefined {
  return text.includes(WIDE) || TALL.test(text) ? FAR.exec(text)?.[1] : undefined;
}
