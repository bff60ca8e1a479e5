/** The likely corrections of a misspelt word, nearest first: at most two edits away, or with the same start. */
export function closest(word: string, words: readonly string[]): string[] {
  const wanted = word.toLowerCase().slice(0, 64);
  return words
    .map(name => ({ name, slips: wanted !== '' && name.startsWith(wanted) ? 0 : slips(wanted, name) }))
    .filter(({ name, slips }) => slips <= Math.min(2, name.length / 2))
    .sort((a, b) => a.slips - b.slips)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** How many letters must be changed, put in or taken out to turn one word into the other. */
function slips(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const next = [row + 1];
    for (let column = 1; column <= to.length; column++) {
      const changed = (above[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (above[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    above = next;
  }
  return above[to.length] ?? 0;
}
