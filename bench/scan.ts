import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { collectStrings, isJsonObject, type Json, type Place, readJson, scan } from '@toolmark/core';
import { measure, type Ratio } from './measure.ts';
import { sampleList } from './sample.ts';

const CORPUS = path.resolve(
  import.meta.dirname,
  '..',
  process.env.TOOLMARK_SHARED ?? '../shared',
  'corpus/benign-tools.jsonl',
);
const NOW = new Date(0);

/** Scanning against NFKC-folding the same texts: of the benign corpus where it is at hand, and of one long description. */
export function scanRatios(): Ratio[] {
  const tools = existsSync(CORPUS) ? readCorpus() : (sampleList(1_000_000) as unknown as { tools: Json[] }).tools;
  const texts = textsOf(tools);
  const long = texts.join('\n\n').repeat(4).slice(0, 5_000_000);
  return [
    ratio(existsSync(CORPUS) ? 'scan of the benign corpus' : 'scan of 1 MB of sample tools', tools, texts, 8),
    ratio('scan of 5 MB in one description', [describedBy(long)], [long], 8),
    growth(long),
  ];
}

function ratio(name: string, tools: readonly Json[], texts: readonly string[], atMost: number): Ratio {
  const snapshot = { tools };
  const ours = measure(() => scan([{ server: 's', snapshot }], { now: NOW }), 150, 3);
  const floor = measure(() => texts.map(text => text.normalize('NFKC')), 150, 3);
  return {
    name: `${name}, against NFKC of the same text`,
    ours: milliseconds(ours),
    floor: milliseconds(floor),
    ratio: ours / floor,
    wanted: { atMost },
  };
}

function growth(long: string): Ratio {
  const time = (text: string): number =>
    measure(() => scan([{ server: 's', snapshot: { tools: [describedBy(text)] } }], { now: NOW }), 150, 3);
  const [once, twice] = [time(long.slice(0, 1_000_000)), time(long.slice(0, 2_000_000))];
  return {
    name: 'scan: twice the text',
    ours: milliseconds(twice),
    floor: milliseconds(once),
    ratio: twice / once,
    wanted: { atMost: 2.5 },
  };
}

function describedBy(description: string): Json {
  return { name: 'long', description, inputSchema: { type: 'object' } };
}

function readCorpus(): Json[] {
  return readFileSync(CORPUS, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => readJson(new TextEncoder().encode(line)))
    .filter(isJsonObject)
    .map(row => row.tool ?? null);
}

function textsOf(tools: readonly Json[]): string[] {
  const places: Place[] = [];
  for (const tool of tools) collectStrings(tool, '', places);
  return places.map(({ text }) => text);
}

function milliseconds(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(1)} ms`;
}
