import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import long from './long.json' with { type: 'json' };

/**
 * Starts the suites of `long.json` before the others: one that takes a minute and comes last leaves every other worker idle.
 * Vitest knows by itself only what it has run before, which in a fresh clone is nothing.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    return others.toSorted((a, b) => this.rank(a) - this.rank(b));
  }

  private rank({ moduleId }: TestSpecification): number {
    const place = long.indexOf(path.relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
    return place === -1 ? long.length : place;
  }
}
