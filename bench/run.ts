import { spawnSync } from 'node:child_process';
import { attestationRatios } from './attestations.ts';
import { checkRatios } from './check.ts';
import { cleanRatios } from './clean.ts';
import { filesRatio, startRatio } from './command.ts';
import { convertRatios } from './convert.ts';
import { isShort } from './effort.ts';
import { guardRatios } from './guard.ts';
import { lockRatios } from './lock.ts';
import { holds, type Ratio } from './measure.ts';
import { packageRatios } from './packages.ts';
import { signRatios } from './sign.ts';
import { canonicalRatio, readerRatios, validationRatios } from './validate.ts';

const FAMILIES: Readonly<Record<string, () => readonly Ratio[] | Promise<readonly Ratio[]>>> = {
  validate: () => [...validationRatios(), ...readerRatios(), canonicalRatio()],
  clean: cleanRatios,
  sign: signRatios,
  attestations: attestationRatios,
  lock: lockRatios,
  convert: convertRatios,
  check: checkRatios,
  guard: guardRatios,
  packages: packageRatios,
  command: () => [startRatio(), filesRatio()],
};

/**
 * `npm run bench` measures every family, `npm run bench -- sign guard` some of them. Each has a process of its own: what an
 * engine learned from one, and the memory that it left behind, would be part of the figures of the next.
 */
const words = process.argv.slice(2).filter(word => !word.startsWith('--'));
const [family = ''] = words;
if (process.argv.includes('--here')) await report(FAMILIES[family] ?? unknown);
else for (const name of words.length === 0 ? Object.keys(FAMILIES) : words) measureApart(name);

function measureApart(name: string): void {
  const options = ['--here', ...(isShort ? ['--short'] : [])];
  const { status } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, name, ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}

async function report(ratiosOf: () => readonly Ratio[] | Promise<readonly Ratio[]>): Promise<void> {
  const ratios = await ratiosOf();
  console.log(`${family}, Node ${process.versions.node}\n`);
  for (const ratio of ratios) {
    const wanted = 'atLeast' in ratio.wanted ? `≥ ${ratio.wanted.atLeast}` : `≤ ${ratio.wanted.atMost}`;
    const verdict = isShort ? 'not judged' : holds(ratio) ? 'holds' : 'MISSED';
    console.log(
      `${ratio.name}\n    ${ratio.ours} against ${ratio.floor}: ${ratio.ratio.toFixed(2)} (wanted ${wanted}) ${verdict}`,
    );
  }
  console.log();
  process.exitCode = isShort || ratios.every(holds) ? 0 : 1;
}

function unknown(): never {
  throw new Error(`There is no family ${family}. There are: ${Object.keys(FAMILIES).join(', ')}.`);
}
