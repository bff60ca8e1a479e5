import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Failure, fuzz } from '../fuzz/fuzz.ts';
import { must, type Target, unlessRefused } from '../fuzz/target.ts';
import { TARGETS } from '../fuzz/targets/index.ts';
import { REENCODINGS, reencode } from '../fuzz/targets/reencode.ts';
import { createVerifier, parseTrust, ToolmarkError } from '../packages/core/src/index.ts';
import { temporaryFolder } from './temporary-folder.ts';
import vectors from './vectors/signature.json' with { type: 'json' };

const MOST_RUNS = 800;

async function fuzzWith(run: Target['run'], seed = 1): Promise<Failure | undefined> {
  let left = MOST_RUNS;
  const target = { name: 'planted', promise: '', seeds: ['{"name":"a","list":[1,2]}'], words: ['evil'], run };
  return (await fuzz(target, { seed, goOn: () => left-- > 0 })).failure;
}

test('finds a bug that needs a token no seed contains', async () => {
  const failure = await fuzzWith(input => must(!Buffer.from(input).includes('evil'), 'wrong answer'));
  expect(Buffer.from(failure?.input ?? []).toString()).toContain('evil');
  expect(failure?.error).toEqual(new Error('wrong answer'));
});

test('reports errors other than a ToolmarkError', async () => {
  const failure = await fuzzWith(input => {
    unlessRefused(() => {
      if (input.length > 60) throw new RangeError('crash');
      throw new ToolmarkError('some.code', 'an ordinary refusal');
    });
  });
  expect(failure?.error).toEqual(new RangeError('crash'));
});

test('makes the same inputs from the same seed', async () => {
  const inputsOf = async (seed: number): Promise<string[]> => {
    const inputs: string[] = [];
    await fuzzWith(input => void inputs.push(Buffer.from(input).toString('hex')), seed);
    return inputs;
  };
  expect(await inputsOf(5)).toEqual(await inputsOf(5));
  expect(await inputsOf(5)).not.toEqual(await inputsOf(6));
});

test('stops at an input that never finishes and saves it', () => {
  const file = path.join(temporaryFolder(), 'failures', 'hang');
  const watchdog = path.join(import.meta.dirname, '..', 'fuzz', 'watchdog.ts');
  const script = `import { startWatchdog } from ${JSON.stringify(watchdog)};
    (await startWatchdog(${JSON.stringify(file)}, 50))(Buffer.from('for ever'));
    for (;;);`;
  const { signal } = spawnSync('node', ['--import', 'tsx', '--input-type=module', '-e', script]);
  expect(signal).toBe('SIGKILL');
  expect(readFileSync(file, 'utf8')).toBe('for ever');
});

test('re-encodes a certificate so that it is still trusted under another digest', async () => {
  const { roots, intermediates } = vectors.trust;
  const encode = (pem: string): Uint8Array => Buffer.from(pem);
  const verifier = createVerifier(parseTrust({ roots: roots.map(encode), intermediates: intermediates.map(encode) }));
  const text = vectors.cases.find(({ name }) => name === 'etdi-tool, ec-p256')?.document ?? '';
  const certificate = String(JSON.parse(text).tool.signature.certificate);
  const trusted = new Set<string>();
  for (const input of REENCODINGS) {
    const changed = Buffer.from(reencode(Buffer.from(certificate, 'base64'), input)).toString('base64');
    const document = Buffer.from(text.replace(certificate, changed));
    const { outcome } = await verifier.verify(document, { now: new Date(vectors.verification_time) });
    if (outcome === 'trusted') trusted.add(changed);
  }
  expect(trusted.size).toBe(2);
  expect(trusted).toContain(certificate);
});

test.each(TARGETS.map(target => [target.name, target] as const))(
  'target %s passes on its seeds',
  async (_, { seeds, run }) => {
    expect(seeds.length).toBeGreaterThan(0);
    for (const seed of seeds) await run(Uint8Array.from(Buffer.from(seed)));
  },
);
