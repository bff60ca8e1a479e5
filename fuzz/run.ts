import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sha256 } from '@toolmark/core';
import { TARGETS } from './targets/index.ts';
import { watch } from './watch.ts';
import type { Report } from './worker.ts';

/**
 * `npm run fuzz [-- --seconds N] [-- --seed N] [-- TARGET…]`: about a minute of hostile input for everything that reads
 * what strangers wrote; exit 1 when a promise was broken. `--input FILE TARGET` runs one input again.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, input: { type: 'string' } },
});
const chosen = positionals.length === 0 ? TARGETS : TARGETS.filter(({ name }) => positionals.includes(name));
if (chosen.length === 0 || chosen.length < positionals.length) {
  console.error(`The targets are ${TARGETS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
if (values.input !== undefined) await replay(values.input);
else await fuzzAll(Number(values.seconds ?? 60), Number(values.seed ?? Date.now() % 1_000_000));

async function replay(file: string): Promise<void> {
  const input = Uint8Array.from(readFileSync(file));
  for (const target of chosen) await target.run(input);
  console.log('Nothing went wrong.');
}

async function fuzzAll(seconds: number, seed: number): Promise<void> {
  console.log(`seed ${seed}, ${seconds} s over ${chosen.length} targets`);
  const milliseconds = Math.ceil((seconds * 1000) / chosen.length);
  const orders = chosen.map(({ name }) => ({ target: name, seed, milliseconds }));
  let failed = 0;
  const show = (report: Report): void => {
    if (!('failure' in report)) console.log(figures(report));
    else {
      failed++;
      complain(report.target, report.failure.input, report.failure.message, seed);
    }
  };
  for (const { target, input } of await watch(orders, show)) {
    failed++;
    complain(target, input, 'It did not end, or took all memory.', seed);
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

function figures({ target, runs, corpus, blocks }: Extract<Report, { runs: number }>): string {
  return `${target.padEnd(14)} ${String(runs).padStart(8)} inputs, ${corpus} kept, ${blocks} blocks reached`;
}

function complain(name: string, input: Uint8Array, message: string, seed: number): void {
  const folder = path.join(import.meta.dirname, 'failures');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}-${sha256(input).slice('sha256:'.length, 'sha256:'.length + 12)}`);
  writeFileSync(file, input);
  const promise = TARGETS.find(target => target.name === name)?.promise ?? '';
  console.error(`\n${name} (seed ${seed}): ${promise}\n${message}`);
  console.error(`Again: npm run fuzz -- --input ${path.relative('.', file)} ${name}\n`);
}
