import { serverError } from '../../connect/codes.ts';
import type { Limits } from '../../connect/limits.ts';

export interface BudgetOptions {
  readonly limits: Pick<Limits, 'maxTotalBytes'>;
  readonly maxReadMs: number;
  now(): number;
}

/** The budget of one reading of a list, over all pages and attempts: a server could send small pages for hours. */
export class ReadingBudget {
  private readonly method: string;
  private readonly options: BudgetOptions;
  private readonly started: number;
  private bytes = 0;

  constructor(method: string, options: BudgetOptions) {
    this.method = method;
    this.options = options;
    this.started = options.now();
  }

  /** Counts a page; throws if the list exceeds the budget. */
  spend(page: string): void {
    const { limits, maxReadMs, now } = this.options;
    this.bytes += Buffer.byteLength(page);
    if (this.bytes > limits.maxTotalBytes) {
      throw serverError(
        'server.too-large',
        `The answers to ${this.method} hold more than ${limits.maxTotalBytes} bytes in all.`,
      );
    }
    if (now() - this.started > maxReadMs) {
      throw serverError('server.timeout', `The pages of ${this.method} took more than ${maxReadMs} ms in all.`);
    }
  }
}
