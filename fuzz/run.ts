import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sha256 } from '@toolmark/core';
import { fuzz } from './fuzz.ts';
import type { Target } from './target.ts';
import { TARGETS } from './targets/index.ts';
import { startWatchdog } from './watchdog.ts';

/**
 * `npm run fuzz [-- --seconds N] [-- --seed N] [-- TARGET…]`: about a minute of hostile input for every parser of
 * untrusted data. Exits 1 when a property fails. `--input FILE TARGET` runs one input again.
 */
const FAILURES = path.join(import.meta.dirname, 'failures');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, input: { type: 'string' } },
});
const chosen = positionals.length === 0 ? TARGETS : TARGETS.filter(({ name }) => positionals.includes(name));
if (chosen.length === 0 || chosen.length < positionals.length) {
  console.error(`Unknown target. Targets: ${TARGETS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
if (values.input !== undefined) await replay(values.input);
else await fuzzAll(Number(values.seconds ?? 60), Number(values.seed ?? Date.now() % 1_000_000));

async function replay(file: string): Promise<void> {
  const input = Uint8Array.from(readFileSync(file));
  for (const target of chosen) await target.run(input);
  console.log('No failure.');
}

async function fuzzAll(seconds: number, seed: number): Promise<void> {
  console.log(`seed ${seed}, ${seconds} s over ${chosen.length} targets`);
  const onInput = await startWatchdog(path.join(FAILURES, 'hang'));
  for (const target of chosen) {
    process.stdout.write(target.name.padEnd(14));
    const end = Date.now() + (seconds * 1000) / chosen.length;
    const { runs, failure } = await fuzz(target, { seed, goOn: () => Date.now() < end, onInput });
    console.log(`${String(runs).padStart(8)} inputs`);
    if (failure !== undefined) report(target, failure.input, failure.error, seed);
  }
}

function report({ name, promise }: Target, input: Uint8Array, error: unknown, seed: number): void {
  const file = path.join(FAILURES, `${name}-${sha256(input).slice('sha256:'.length, 'sha256:'.length + 12)}`);
  mkdirSync(FAILURES, { recursive: true });
  writeFileSync(file, input);
  console.error(`\n${name} (seed ${seed}): ${promise}\n`, error);
  console.error(`Run it again: npm run fuzz -- --input ${path.relative('.', file)} ${name}\n`);
  process.exitCode = 1;
}
