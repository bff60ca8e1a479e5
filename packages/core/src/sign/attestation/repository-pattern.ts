const REPOSITORY = /^https:\/\/[a-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9_.-]+){2,}$/;
const OWNER = /^https:\/\/[a-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9_.-]+)+\/\*$/;

/** `https://host/owner/repository`, or `https://host/owner/*` for all that is below an owner. */
export function isRepositoryPattern(text: string): boolean {
  const isPattern = REPOSITORY.test(text) || OWNER.test(text);
  return isPattern && !text.split('/').some(part => part === '.' || part === '..');
}

/** Whether a repository is one of those that patterns name, letter by letter. What is not a pattern matches nothing. */
export function matchesRepository(repository: string, patterns: readonly string[]): boolean {
  if (!isRepositoryPattern(repository) || repository.endsWith('*')) return false;
  return patterns
    .filter(isRepositoryPattern)
    .some(pattern => (pattern.endsWith('/*') ? repository.startsWith(pattern.slice(0, -1)) : repository === pattern));
}
