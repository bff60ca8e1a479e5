/** Catalogs have no member for it; whatever is not known to be elsewhere is taken to be on GitHub. */
export function repositorySource(url: string): string {
  return /^https?:\/\/(?:www\.)?gitlab\.com\//i.test(url) ? 'gitlab' : 'github';
}
