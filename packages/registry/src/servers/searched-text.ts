/** Normalises entries and search terms in the same way, independent of the database. */
export function searchedText(...parts: readonly string[]): string {
  return parts.map(fold).join('\n');
}

/** PostgreSQL accepts no NUL, and a line feed separates name and description. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\0\n]/g, ' ');
}
