import { describe, expect, test } from 'vitest';
import { type Fuzzed, fuzz } from '../fuzz/fuzzer.ts';
import { mutate } from '../fuzz/mutate.ts';
import { Random } from '../fuzz/random.ts';
import { REENCODINGS, reencode } from '../fuzz/reencode.ts';
import { must, type Target, unlessRefused } from '../fuzz/target.ts';
import { TARGETS } from '../fuzz/targets/index.ts';
import { watch } from '../fuzz/watch.ts';
import { createVerifier, parseTrust, ToolmarkError } from '../packages/core/src/index.ts';
import vectors from './vectors/signature.json' with { type: 'json' };

/** A target that fails where a text holds all of some words, in as many runs as are allowed. */
async function fuzzPlanted(run: Target['run'], runs = 800): Promise<Fuzzed> {
  const target = { name: 'planted', promise: 'Nothing.', seeds: ['{"name":"a","list":[1,2]}'], words: ['evil'], run };
  let left = runs;
  return await fuzz(target, { seed: 1, goOn: () => left-- > 0, announce: () => undefined });
}

describe('a planted fault', () => {
  test('behind a word that no seed has is found, and its input made small', async () => {
    const { failures } = await fuzzPlanted(input => must(!Buffer.from(input).includes('evil'), 'wrong answer'));
    expect(failures.map(({ input }) => Buffer.from(input).toString())).toEqual(['evil']);
    expect(failures[0]?.message).toContain('wrong answer');
  });

  test('that is another kind of error than a refusal is found', async () => {
    const { failures } = await fuzzPlanted(input => {
      unlessRefused(() => {
        if (input.length > 60) throw new RangeError('crash');
        throw new ToolmarkError('some.code', 'as it should be');
      });
    });
    expect(failures.map(({ message }) => message.split('\n')[0])).toEqual(['RangeError: crash']);
  });
});

/** Writes down what it is about to run, as the real one does, and never comes back. */
const HANGING = `
  import { workerData } from 'node:worker_threads';
  const head = new Int32Array(workerData.board, 0, 3);
  new Uint8Array(workerData.board, 16).set(Buffer.from('planted'));
  new Uint8Array(workerData.board, 80).set(Buffer.from('for ever'));
  head.set([0, 7, 8]);
  Atomics.add(head, 0, 1);
  for (;;);
`;

test('an input that never ends is known, and its thread is stopped', async () => {
  const orders = [{ target: 'planted', seed: 1, milliseconds: 1 }];
  const module = `data:text/javascript,${encodeURIComponent(HANGING)}`;
  const hangs = await watch(orders, () => undefined, { patienceMs: 300, module });
  expect(hangs.map(({ target, input }) => [target, Buffer.from(input).toString()])).toEqual([['planted', 'for ever']]);
});

test('the same seed gives the same inputs', () => {
  const inputsOf = (seed: number): string[] => {
    const random = new Random(seed);
    const corpus = [Buffer.from('{"a":[1,{"b":"c"}]}')];
    return Array.from({ length: 50 }, () =>
      Buffer.from(mutate(random.pick(corpus), { corpus, words: [] }, random)).toString('hex'),
    );
  };
  expect(inputsOf(5)).toEqual(inputsOf(5));
  expect(inputsOf(5)).not.toEqual(inputsOf(6));
});

test('re-encodings of a certificate hold a twin with another digest, which is trusted where nothing is revoked', async () => {
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
  '%s keeps its promise on its own seeds',
  async (_, { seeds, run }) => {
    expect(seeds.length).toBeGreaterThan(0);
    for (const seed of seeds) await run(Uint8Array.from(Buffer.from(seed)));
  },
);
