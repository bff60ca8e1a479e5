/** What is searched of an entry, and what is looked for in it, written alike: no letter of it depends on a database. */
export function searchedText(...parts: readonly string[]): string {
  return parts.map(fold).join('\n');
}

/** PostgreSQL takes no zero bytes, and a line feed parts name and description. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\0\n]/g, ' ');
}
