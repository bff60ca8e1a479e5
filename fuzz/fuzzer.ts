import { Coverage } from './coverage.ts';
import { type Material, mutate } from './mutate.ts';
import { Random } from './random.ts';
import { shrink } from './shrink.ts';
import type { Target } from './target.ts';

export interface Failure {
  readonly input: Uint8Array;
  readonly message: string;
}

export interface FuzzOptions {
  readonly seed: number;
  /** Asked before every input: whether there is still time. */
  readonly goOn: () => boolean;
  /** Told every input before it runs, so that one that never ends is known. */
  readonly announce: (input: Uint8Array) => void;
}

export interface Fuzzed {
  readonly runs: number;
  /** Inputs that each reached something new. */
  readonly corpus: number;
  readonly blocks: number;
  readonly failures: readonly Failure[];
}

/** To ask what ran takes as long as many runs: it is asked for a batch, and the larger it is the less is new. */
const BATCH = { least: 32, most: 4096 };
/** More of one target help nobody. */
const MAX_FAILURES = 5;

/** Runs a target on its seeds, then on mutations of whatever reached new code. */
export async function fuzz(target: Target, options: FuzzOptions): Promise<Fuzzed> {
  const random = new Random(options.seed);
  const coverage = new Coverage();
  const corpus: Uint8Array[] = target.seeds.map(seed => Uint8Array.from(Buffer.from(seed)));
  const material: Material = { corpus, words: target.words ?? [] };
  const attempts = new Attempts(target, options);
  for (const seed of corpus) await attempts.run(seed);
  coverage.learn(coverage.take());
  let size = BATCH.least;
  while (options.goOn() && attempts.failures.size < MAX_FAILURES) {
    const batch = Array.from({ length: size }, () => mutate(chooseParent(corpus, random), material, random));
    const reached = await findReaching(batch, attempts, coverage);
    for (const input of reached) corpus.push(input);
    size = reached.length > 0 ? BATCH.least : Math.min(size * 2, BATCH.most);
  }
  const { runs, failures } = attempts;
  return { runs, corpus: corpus.length, blocks: coverage.size, failures: [...failures.values()] };
}

/** What reached new code last leads on most often. */
function chooseParent(corpus: readonly Uint8Array[], random: Random): Uint8Array {
  return random.pick(random.below(2) === 0 ? corpus.slice(-16) : corpus);
}

/** The inputs that reach what none reached before, found by halves: of most batches one take is enough. */
async function findReaching(
  inputs: readonly Uint8Array[],
  attempts: Attempts,
  coverage: Coverage,
): Promise<Uint8Array[]> {
  for (const input of inputs) await attempts.run(input);
  const profile = coverage.take();
  if (!coverage.isNew(profile)) return [];
  const half = Math.ceil(inputs.length / 2);
  const found =
    inputs.length === 1
      ? [...inputs]
      : [
          ...(await findReaching(inputs.slice(0, half), attempts, coverage)),
          ...(await findReaching(inputs.slice(half), attempts, coverage)),
        ];
  // What runs only once in a process is not met again in the halves.
  coverage.learn(profile);
  return found;
}

/** Runs of one target, and what went wrong in them, each kind once. */
class Attempts {
  readonly failures = new Map<string, Failure>();
  runs = 0;
  private readonly target: Target;
  private readonly options: FuzzOptions;

  constructor(target: Target, options: FuzzOptions) {
    this.target = target;
    this.options = options;
  }

  async run(input: Uint8Array): Promise<void> {
    if (!this.options.goOn()) return;
    const error = await this.errorOf(input);
    if (error === undefined) return;
    const kind = kindOf(error);
    if (this.failures.has(kind)) return;
    const isAlike = async (smaller: Uint8Array): Promise<boolean> => {
      const other = await this.errorOf(smaller);
      return other !== undefined && kindOf(other) === kind;
    };
    this.failures.set(kind, { input: await shrink(input, isAlike), message: error.stack ?? String(error) });
  }

  private async errorOf(input: Uint8Array): Promise<Error | undefined> {
    this.runs++;
    this.options.announce(input);
    try {
      await this.target.run(input);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

/** Where it was thrown tells failures apart; their messages repeat the input. */
function kindOf({ name, stack = '' }: Error): string {
  const places = stack.split('\n').filter(line => line.startsWith('    at '));
  return `${name} ${places.slice(0, 2).join('')}`;
}
