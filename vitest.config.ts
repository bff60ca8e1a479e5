import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { RequirementsReporter } from './test/requirements-reporter.ts';

/** Where `.ci/run` wants the results as JSON. */
const results = process.env.TOOLMARK_RESULTS;

export default defineConfig({
  resolve: { conditions: ['toolmark-source'] },
  ssr: { resolve: { conditions: ['toolmark-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: './test/global-setup.ts',
    reporters: ['default', new RequirementsReporter(), ...(results === undefined ? [] : ['json'])],
    ...(results === undefined ? {} : { outputFile: { json: results } }),
    // Many tests wait for child processes: on two cores, two workers take half the time of one.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Hundreds of tests wait for processes, three times over: what fails for want of time there is asked once more.
    retry: results === undefined ? 0 : 1,
  },
});
