import { soak } from '../test/scenarios/soak.ts';

/** `npm run soak [-- CALLS]`: calls through a guard with kills and hangs. Exits 1 if anything was lost or leaked. */
const calls = Number(process.argv[2] ?? 200_000);
const soaked = await soak(calls);
console.log(JSON.stringify({ calls, ...soaked }, undefined, 2));
const { lost, isLogged, orphans, growth } = soaked;
process.exitCode = lost === 0 && isLogged && orphans === 0 && growth < 1.5 ? 0 : 1;
