import { defineConfig } from 'vitest/config';
import { RequirementsReporter } from './test/requirements-reporter.ts';

export default defineConfig({
  resolve: { conditions: ['toolmark-source'] },
  ssr: { resolve: { conditions: ['toolmark-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: './test/global-setup.ts',
    reporters: ['default', new RequirementsReporter()],
    testTimeout: 60_000,
  },
});
