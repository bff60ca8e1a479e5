/**
 * The URL that a text is, or undefined. Not `URL.canParse`: once it is called often, Node 20 refuses every text there
 * that has a letter of Latin-1 beyond ASCII.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
