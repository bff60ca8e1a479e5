import { defineConfig } from 'tsdown';

export default defineConfig({
  cwd: import.meta.dirname,
  entry: 'src/index.ts',
  platform: 'neutral',
  dts: true,
  fixedExtension: false,
  logLevel: 'warn',
});
