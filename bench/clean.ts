import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  cleanTool,
  collectStrings,
  type McpTool,
  MetadataPolicy,
  type Place,
  parseMetadataPolicy,
} from '@toolmark/core';
import { measure, type Ratio } from './measure.ts';
import { sampleList } from './sample.ts';

const CORPUS = path.resolve(
  import.meta.dirname,
  '..',
  process.env.TOOLMARK_SHARED ?? '../shared',
  'corpus/benign-tools.jsonl',
);

/** Cleaning and scanning together may take 12 times as long as folding the same text; this is cleaning's share. */
const MOST = 4;

/** Cleaning against NFKC-folding the same text, for real tools (made ones where the corpus is absent) and for 5 MB. */
export function cleanRatios(): Ratio[] {
  const corpus = readTools();
  const policy = parseMetadataPolicy({ names: { onInvalid: 'sanitize' } });
  const uncapped = parseMetadataPolicy({ maxDescriptionLength: null });
  const large = corpus.map(({ description = '' }) => description).join('\n\n');
  const text = large.repeat(Math.ceil(5_000_000 / large.length));
  const tool = (length: number): McpTool => ({ name: 'large', description: text.slice(0, length) });
  return [
    against(`clean ${corpus.length} tools`, corpus, policy),
    against('clean a description of 5 MB', [tool(5_000_000)], MetadataPolicy.defaults()),
    against('clean a description of 5 MB without a cap', [tool(5_000_000)], uncapped),
    growth(tool(2_500_000), tool(5_000_000), uncapped),
  ];
}

function against(name: string, tools: readonly McpTool[], policy: MetadataPolicy): Ratio {
  const texts = tools.flatMap(tool => {
    const places: Place[] = [];
    collectStrings(tool, '', places);
    return places.map(place => place.text);
  });
  const ours = measure(() => tools.map(tool => cleanTool(tool, policy, 'server')));
  const floor = measure(() => texts.map(fold));
  return line(`${name}, against NFKC-folding its text`, ours, floor, MOST);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Doubling a text may at most take two and a half times as long. */
function growth(half: McpTool, whole: McpTool, policy: MetadataPolicy): Ratio {
  const time = (tool: McpTool): number => measure(() => cleanTool(tool, policy, 'server'));
  return line('clean 5 MB against half of it', time(whole), time(half), 2.5);
}

function line(name: string, ours: number, floor: number, atMost: number): Ratio {
  const shown = (time: number): string => `${(time / 1000).toFixed(2)} ms`;
  return { name, ours: shown(ours), floor: shown(floor), ratio: ours / floor, wanted: { atMost } };
}

function readTools(): McpTool[] {
  if (!existsSync(CORPUS)) return (sampleList(1_000_000) as { tools: McpTool[] }).tools;
  const lines = readFileSync(CORPUS, 'utf8').trimEnd().split('\n');
  return lines.map(row => (JSON.parse(row) as { tool: McpTool }).tool);
}
