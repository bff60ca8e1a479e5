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
  outputOptions: {
    // Every file costs about a millisecond to find and open, and a server that is to be checked starts only after them:
    // what every command loads is one file, and what a check needs besides the SDK is another.
    codeSplitting: {
      groups: [
        { name: 'start', test: /cli\/src\/(main|program)\.ts$/, priority: 3 },
        { name: 'ask', test: /cli\/src\/(commands\/check|check-servers)\.ts$/, priority: 2 },
      ],
    },
  },
  inputOptions: {
    // The CommonJS build of jsonc-parser loads its parts by names that a bundle no longer has.
    resolve: { conditionNames: ['toolmark-source', 'node', 'default'], mainFields: ['module', 'main'] },
  },
});
