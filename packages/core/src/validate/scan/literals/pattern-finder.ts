import { type FinderData, MET } from './derive-finder.ts';
import type { Marks } from './vocabulary.ts';

/** Tells for each sentence which patterns can match in it at all, so that the others are not tried. */
export class PatternFinder {
  /** The first of the words that have patterns; where in `#patterns` those of each start; the last one is the end. */
  readonly #firstKey: number;
  readonly #from: Int32Array;
  readonly #patterns: Int32Array;
  /** The kinds of words that all patterns of a key want. */
  readonly #keyMasks: Int32Array;
  readonly #keyless: Int32Array;
  readonly #starts: Int32Array;
  readonly #steps: Int16Array;
  /** Where in `#groupWords` the words of each group start; the last one is the end. */
  readonly #groupFrom: Int32Array;
  readonly #groupWords: Int16Array;
  readonly #masks: Int32Array;
  /** The turn in which each pattern was last thought of. */
  readonly #considered: Int32Array;
  #turn = 0;
  /** The numbers of the patterns to try, in order; as many as `find` says, and then old ones. */
  readonly found: Int32Array;

  /** `masks` are the kinds of words that a sentence must hold for each pattern. */
  constructor({ words, byKey, keyless, starts, steps, groups }: FinderData, masks: readonly number[]) {
    this.#firstKey = words.length - byKey.length;
    this.#from = startsOf(byKey);
    this.#patterns = Int32Array.from(byKey.flat());
    this.#keyMasks = Int32Array.from(byKey, patterns => patterns.reduce((all, i) => all & (masks[i] ?? 0), -1));
    this.#keyless = Int32Array.from(keyless);
    this.#starts = Int32Array.from(starts);
    this.#steps = Int16Array.from(steps);
    this.#groupFrom = startsOf(groups);
    this.#groupWords = Int16Array.from(groups.flat());
    this.#masks = Int32Array.from(masks);
    this.#considered = new Int32Array(masks.length);
    this.found = new Int32Array(masks.length);
  }

  /** How many patterns are to be tried on the sentence whose words are marked, with such kinds of words. */
  find(marks: Marks, mask: number): number {
    if (marks.turn < this.#turn) this.#considered.fill(0);
    this.#turn = marks.turn;
    let count = this.#consider(this.#keyless, 0, this.#keyless.length, marks, mask, 0);
    for (let i = 0; i < marks.count; i++) {
      const key = (marks.found[i] ?? 0) - this.#firstKey;
      const wanted = this.#keyMasks[key] ?? 0;
      if ((mask & wanted) !== wanted) continue;
      count = this.#consider(this.#patterns, this.#from[key] ?? 0, this.#from[key + 1] ?? 0, marks, mask, count);
    }
    this.#sort(count);
    return count;
  }

  #consider(patterns: Int32Array, from: number, to: number, marks: Marks, mask: number, before: number): number {
    let count = before;
    for (let i = from; i < to; i++) {
      const pattern = patterns[i] ?? 0;
      const wanted = this.#masks[pattern] ?? 0;
      if ((mask & wanted) !== wanted || this.#considered[pattern] === marks.turn) continue;
      this.#considered[pattern] = marks.turn;
      if (this.#isMet(this.#starts[pattern] ?? MET, marks)) this.found[count++] = pattern;
    }
    return count;
  }

  #isMet(start: number, marks: Marks): boolean {
    const steps = this.#steps;
    let step = start;
    while (step >= 0) {
      const asked = steps[3 * step] ?? 0;
      const isThere = asked < 0 ? this.#hasOneOf(-asked - 1, marks) : marks.seen[asked] === marks.turn;
      step = (isThere ? steps[3 * step + 1] : steps[3 * step + 2]) ?? MET;
    }
    return step === MET;
  }

  /** Words that stand side by side are asked for much faster than steps that lead from one to the next. */
  #hasOneOf(group: number, { seen, turn }: Marks): boolean {
    const words = this.#groupWords;
    const end = this.#groupFrom[group + 1] ?? 0;
    for (let i = this.#groupFrom[group] ?? 0; i < end; i++) if (seen[words[i] ?? 0] === turn) return true;
    return false;
  }

  /** Hardly ever more than a few, so each is put before the larger ones. */
  #sort(count: number): void {
    const { found } = this;
    for (let i = 1; i < count; i++) {
      const pattern = found[i] ?? 0;
      let j = i - 1;
      for (; j >= 0 && (found[j] ?? 0) > pattern; j--) found[j + 1] = found[j] ?? 0;
      found[j + 1] = pattern;
    }
  }
}

/** Where each list starts when they are put one behind the other, and where the last one ends. */
function startsOf(lists: readonly (readonly number[])[]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  for (const [i, list] of lists.entries()) starts[i + 1] = (starts[i] ?? 0) + list.length;
  return starts;
}
