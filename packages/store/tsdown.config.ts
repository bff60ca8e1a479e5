import { defineConfig } from 'tsdown';

export default defineConfig({
  cwd: import.meta.dirname,
  entry: 'src/index.ts',
  platform: 'node',
  target: 'node20.19',
  dts: true,
  fixedExtension: false,
  logLevel: 'error',
  checks: { pluginTimings: false },
});
