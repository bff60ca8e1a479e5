import { mutate, seededRandom } from './mutate.ts';
import type { Target } from './target.ts';

export interface Failure {
  readonly input: Uint8Array;
  readonly error: unknown;
}

/** Runs a target on its seeds, then on mutations of them, until the first failure or until `goOn` says stop. */
export async function fuzz(
  { seeds, words = [], run }: Target,
  options: { readonly seed: number; goOn(): boolean; onInput?(input: Uint8Array): void },
): Promise<{ readonly runs: number; readonly failure?: Failure }> {
  const random = seededRandom(options.seed);
  const corpus = seeds.map(seed => Uint8Array.from(Buffer.from(seed)));
  let runs = 0;
  while (options.goOn()) {
    const parent = corpus[runs < corpus.length ? runs : random(corpus.length)] ?? new Uint8Array();
    const input = runs < corpus.length ? parent : Uint8Array.from(mutate(parent, words, random));
    runs++;
    options.onInput?.(input);
    try {
      await run(input);
    } catch (error) {
      return { runs, failure: { input, error } };
    }
  }
  return { runs };
}
