import { type Profiler, Session } from 'node:inspector';

/** Which blocks of the project's code ran, as the engine itself counts them. */
export class Coverage {
  private readonly session = new Session();
  /** Blocks that have never run, by function. A function that is missing has never run at all. */
  private readonly idle = new Map<string, Block[]>();
  private readonly seen = new Set<string>();

  // It is never disconnected: that ends counting for the whole thread, also for whoever measures the tests in it.
  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** How much has run so far: functions, and blocks that were idle once. */
  get size(): number {
    return (
      this.idle.size + this.seen.size - [...this.idle.values()].reduce((count, blocks) => count + blocks.length, 0)
    );
  }

  /** Whether there is anything in it that has never run before. */
  isNew(profile: Profile): boolean {
    return profile.some(({ name, blocks }) => {
      const idle = this.idle.get(name);
      return idle === undefined || idle.some(block => !isIn(block, blocks));
    });
  }

  /** The same, and it is known from now on. */
  learn(profile: Profile): boolean {
    const isNew = this.isNew(profile);
    for (const { name, blocks } of profile) {
      const still = (this.idle.get(name) ?? []).filter(block => isIn(block, blocks));
      const found = blocks.filter(block => !this.seen.has(`${name}:${block}`));
      for (const block of found) this.seen.add(`${name}:${block}`);
      this.idle.set(name, [...still, ...found]);
    }
    return isNew;
  }

  /** What ran since it was last taken. */
  take(): Profile {
    let taken: Profiler.ScriptCoverage[] = [];
    // A session with the own thread calls back at once.
    this.session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      taken = result;
    });
    return taken.filter(isOurs).flatMap(({ scriptId, functions }) =>
      functions
        .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
        .map(({ ranges }) => ({
          name: `${scriptId}:${ranges[0]?.startOffset}`,
          blocks: ranges.filter(({ count }) => count === 0).map(toBlock),
        })),
    );
  }
}

type Block = readonly [start: number, end: number];

/** Functions that ran, and the blocks of each that did not. */
type Profile = readonly { readonly name: string; readonly blocks: readonly Block[] }[];

function isOurs({ url }: Profiler.ScriptCoverage): boolean {
  return url.includes('/packages/') && !url.includes('/node_modules/');
}

function toBlock({ startOffset, endOffset }: Profiler.CoverageRange): Block {
  return [startOffset, endOffset];
}

function isIn([start, end]: Block, blocks: readonly Block[]): boolean {
  return blocks.some(([outerStart, outerEnd]) => start >= outerStart && end <= outerEnd);
}
