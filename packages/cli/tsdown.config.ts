import { defineConfig, type UserConfig } from 'tsdown';

/** Everything inside: nothing to resolve at start-up, nothing to install beside it. */
const COMMON: UserConfig = {
  cwd: import.meta.dirname,
  platform: 'node',
  target: 'node20.19',
  dts: false,
  minify: true,
  fixedExtension: false,
  logLevel: 'error',
  deps: { alwaysBundle: [/./], onlyBundle: false },
  inputOptions: {
    // The CommonJS build of jsonc-parser loads its parts by names that a bundle no longer has.
    resolve: { conditionNames: ['toolmark-source', 'node', 'default'], mainFields: ['module', 'main'] },
  },
};

export default defineConfig([
  {
    ...COMMON,
    entry: { toolmark: 'src/main.ts' },
    outputOptions: {
      // Opening a file takes about a millisecond: the code of every command is one file, and so is the code of `check`.
      codeSplitting: {
        groups: [
          { name: 'start', test: /cli\/src\/(main|program)\.ts$/, priority: 3 },
          { name: 'check', test: /cli\/src\/commands\/check\.ts$/, priority: 2 },
        ],
      },
    },
  },
  {
    // The thread of a registry shares no file with the command: what the command loads first would run it.
    ...COMMON,
    entry: { 'inspecting-worker': '../registry/src/publishing/inspecting-worker.ts' },
    clean: false,
  },
]);
