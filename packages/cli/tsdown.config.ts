import { defineConfig } from 'tsdown';

/** One file with everything inside: nothing to resolve at start-up, nothing to install beside it. */
export default defineConfig({
  cwd: import.meta.dirname,
  entry: { toolmark: 'src/main.ts' },
  platform: 'node',
  target: 'node20.19',
  dts: false,
  minify: true,
  fixedExtension: false,
  logLevel: 'error',
  deps: { alwaysBundle: [/./], onlyBundle: false },
  inputOptions: {
    // The CommonJS build of jsonc-parser loads its parts by names that a bundle no longer has.
    resolve: { conditionNames: ['toolmark-source', 'import', 'node', 'default'], mainFields: ['module', 'main'] },
  },
});
