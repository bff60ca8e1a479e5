/** Something that may take until then, in milliseconds of `performance.now()`. */
export interface Due {
  deadline: number;
}

/** Timers may be early by less than this. */
const EARLY_MS = 1;

/** Ends what takes too long, with one timer for all: to set and clear one for each would be much of what a request costs. */
export class Deadlines<Item extends Due> {
  private readonly waiting: () => Iterable<Item>;
  private readonly end: (item: Item) => void;
  private timer: NodeJS.Timeout | undefined;
  private next = Number.POSITIVE_INFINITY;

  /** `waiting` tells what there is to wait for whenever a deadline has come, so that nothing need be said when it is done. */
  constructor(waiting: () => Iterable<Item>, end: (item: Item) => void) {
    this.waiting = waiting;
    this.end = end;
  }

  /** Sees to it that the timer runs out by then. */
  watch({ deadline }: Due): void {
    if (deadline >= this.next) return;
    clearTimeout(this.timer);
    this.next = deadline;
    this.timer = setTimeout(() => this.look(), deadline - performance.now());
    // What is waited for holds the process, not the waiting.
    this.timer.unref();
  }

  close(): void {
    clearTimeout(this.timer);
    this.next = Number.POSITIVE_INFINITY;
  }

  private look(): void {
    this.next = Number.POSITIVE_INFINITY;
    const now = performance.now() + EARLY_MS;
    for (const item of this.waiting()) {
      if (item.deadline <= now) this.end(item);
      else this.watch(item);
    }
  }
}
