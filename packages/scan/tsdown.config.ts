import { defineConfig } from 'tsdown';

export default defineConfig({
  cwd: import.meta.dirname,
  entry: 'src/index.ts',
  platform: 'neutral',
  target: 'es2023',
  dts: true,
  fixedExtension: false,
  logLevel: 'error',
  checks: { pluginTimings: false },
});
