/** So much white space that what follows lies outside any window. */
const FAR = /(?:[ \t\u00a0]{160}|(?:\r?\n[ \t]{0,80}){30})\s*(\S.{0,300})/;

/** What stands behind a stretch of white space no reader scrolls through. */
export function findFarText(text: string): string | undefined {
  return FAR.exec(text)?.[1];
}
