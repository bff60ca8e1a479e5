import { soak } from '../test/scenarios/soak.ts';

/** `npm run soak [-- SECONDS]`: ten minutes of calls with kills and hangs; exit 1 if anything was lost or leaked. */
const seconds = Number(process.argv[2] ?? 600);
const soaked = await soak(seconds);
console.log(JSON.stringify({ seconds, ...soaked }, undefined, 2));
const { lost, isLogged, orphans, growth } = soaked;
process.exitCode = lost === 0 && isLogged && orphans === 0 && growth < 1.5 ? 0 : 1;
