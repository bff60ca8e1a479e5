import { defineConfig } from 'tsdown';

export default defineConfig({
  cwd: import.meta.dirname,
  entry: 'src/*.ts',
  platform: 'node',
  target: 'node20.19',
  dts: { compilerOptions: { stripInternal: true } },
  fixedExtension: false,
  logLevel: 'error',
  checks: { pluginTimings: false },
});
