/** `npm run bench -- --short`: everything once, to see that it runs. Its figures say nothing, and none of them fails it. */
export const isShort = process.argv.includes('--short');

/** So many rounds, calls or items; few of them in short form. */
export function few(count: number): number {
  return isShort ? Math.max(1, Math.ceil(count / 100)) : count;
}
