import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import everyEngine from './test/every-engine.json' with { type: 'json' };
import { LongestFirst } from './test/longest-first.ts';
import { RequirementsReporter } from './test/requirements-reporter.ts';

/** Where `.ci/run` wants the results as JSON. */
const results = process.env.TOOLMARK_RESULTS;

/** On the second and third Node version: the unit tests and the suites whose result can depend on the engine, on SQLite only. */
const isBrief = process.env.TOOLMARK_BRIEF !== undefined;

/** Ends tests and hooks that hang. It is long enough for a busy machine. */
const TIMEOUT_MS = 300_000;

export default defineConfig({
  resolve: { conditions: ['toolmark-source'] },
  ssr: { resolve: { conditions: ['toolmark-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', ...(isBrief ? everyEngine : ['test/**/*.test.ts'])],
    globalSetup: './test/global-setup.ts',
    reporters: [
      'default',
      ...(isBrief ? [] : [new RequirementsReporter()]),
      ...(results === undefined ? [] : ['json']),
    ],
    ...(results === undefined ? {} : { outputFile: { json: results } }),
    // Many tests wait for child processes: on two cores, two workers take half the time of one.
    maxWorkers: Math.max(2, availableParallelism()),
    // Loading the modules again for each file took longer than the tests (docs/decisions/0053-testing-time.md).
    isolate: false,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['packages/core/src/**/*.ts'],
      exclude: ['**/*.gen.*', '**/*.test.ts'],
      reporter: ['text-summary', ['text', { skipFull: true, file: 'files.txt' }], 'json'],
      thresholds: { lines: 95, branches: 95 },
    },
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: TIMEOUT_MS } },
    // `.ci/run` repeats a failed test once.
    retry: results === undefined ? 0 : 1,
  },
});
