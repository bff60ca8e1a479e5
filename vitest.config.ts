import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import once from './test/once.json' with { type: 'json' };
import { RequirementsReporter } from './test/requirements-reporter.ts';

/** Where `.ci/run` wants the results as JSON. */
const results = process.env.TOOLMARK_RESULTS;

/** For a second and third version of Node: without the long suites that do not depend on it, and on SQLite alone. */
const isBrief = process.env.TOOLMARK_BRIEF !== undefined;

/**
 * How long a test or hook may take. Nothing that passes needs it: it only ends what hangs, so it is long enough for a machine
 * that is busy with other things. Suites that start dozens of processes name a longer one themselves.
 */
const PATIENCE_MS = 300_000;

export default defineConfig({
  resolve: { conditions: ['toolmark-source'] },
  ssr: { resolve: { conditions: ['toolmark-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isBrief ? once : [])],
    globalSetup: './test/global-setup.ts',
    reporters: [
      'default',
      ...(isBrief ? [] : [new RequirementsReporter()]),
      ...(results === undefined ? [] : ['json']),
    ],
    ...(results === undefined ? {} : { outputFile: { json: results } }),
    // Many tests wait for child processes: on two cores, two workers take half the time of one.
    maxWorkers: Math.max(2, availableParallelism()),
    // Loading the modules anew for each file took longer than the tests (docs/decisions/0053-testing-time.md).
    isolate: false,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['packages/core/src/**/*.ts'],
      exclude: ['**/*.gen.*', '**/*.test.ts'],
      reporter: ['text-summary', ['text', { skipFull: true, file: 'files.txt' }], 'json'],
      thresholds: { lines: 95, branches: 95 },
    },
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // Hundreds of tests wait for processes, three times over: what fails for want of time there is asked once more.
    retry: results === undefined ? 0 : 1,
  },
});
