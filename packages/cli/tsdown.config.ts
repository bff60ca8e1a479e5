import { defineConfig } from 'tsdown';

/** One file with everything inside: nothing to resolve at start-up, nothing to install beside it. */
export default defineConfig({
  cwd: import.meta.dirname,
  entry: { toolmark: 'src/main.ts' },
  platform: 'node',
  target: 'node20.19',
  dts: false,
  fixedExtension: false,
  logLevel: 'warn',
  noExternal: [/./],
  inputOptions: { resolve: { conditionNames: ['toolmark-source', 'import', 'node', 'default'] } },
  outputOptions: { inlineDynamicImports: true },
});
