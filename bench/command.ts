import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { few } from './effort.ts';
import type { Ratio } from './measure.ts';
import { sampleDocument } from './sample.ts';

const TOOLMARK = path.resolve(import.meta.dirname, '../packages/cli/bin/toolmark.js');

export function startRatio(): Ratio {
  const best = (args: string[]): number =>
    Math.min(
      ...Array.from({ length: few(15) }, () => {
        const start = performance.now();
        execFileSync(process.execPath, args);
        return performance.now() - start;
      }),
    );
  const floor = best(['-e', '0']);
  const ours = best([TOOLMARK, '--version']);
  return {
    name: 'toolmark --version against node -e 0',
    ours: `${ours.toFixed(0)} ms`,
    floor: `${floor.toFixed(0)} ms`,
    ratio: ours / floor,
    wanted: { atMost: 1.5 },
  };
}

export function filesRatio(): Ratio {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-bench-'));
  try {
    const text = JSON.stringify(sampleDocument());
    const files = Array.from({ length: 1000 }, (_, index) => {
      const file = path.join(folder, `${index}.json`);
      writeFileSync(file, text);
      return file;
    });
    const start = performance.now();
    execFileSync(process.execPath, [TOOLMARK, 'validate', ...files, '--format', 'json']);
    const seconds = (performance.now() - start) / 1000;
    const rate = 1000 / seconds;
    return {
      name: 'files validated in one call of 1,000, start-up included',
      ours: `${rate.toFixed(0)} files/s`,
      floor: '1000 files/s',
      ratio: rate / 1000,
      wanted: { atLeast: 1 },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
