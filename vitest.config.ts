import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['toolmark-source'] },
  ssr: { resolve: { conditions: ['toolmark-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
