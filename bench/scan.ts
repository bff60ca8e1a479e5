import { cleanTool, type Json, type McpTool, parseMetadataPolicy, scan } from '@toolmark/core';
import { type Corpus, readCorpus } from './corpus.ts';
import { measureBoth, type Ratio } from './measure.ts';

const NOW = new Date(0);
const POLICY = parseMetadataPolicy({ names: { onInvalid: 'sanitize' } });
const UNCAPPED = parseMetadataPolicy({ maxDescriptionLength: null });
const FIVE_MB = 5_000_000;

/** Cleaning and scanning against folding the same text, and what twice the text costs, whatever the text. */
export function scanRatios(): Ratio[] {
  const corpus = readCorpus();
  // Real prose in many languages, with code, lists and names in between: all texts of the corpus, one after another.
  const all = corpus.texts.join('\n\n');
  const long = all.repeat(Math.ceil(FIVE_MB / all.length)).slice(0, FIVE_MB);
  return [
    ofCorpus(corpus),
    ofOneText(long),
    growth('all texts of the corpus', long.slice(0, 1_000_000)),
    ...HOSTILE.map(([name, unit, length]) => growth(name, unit.repeat(Math.ceil(length / unit.length)))),
  ];
}

/** Each server with its own tools, as a client meets them. */
function ofCorpus({ name, servers, texts }: Corpus): Ratio {
  const work = (): void => {
    for (const [server, tools] of servers) cleanAndScan(server, tools, POLICY);
  };
  return against(`clean + scan of ${name}`, work, texts);
}

function ofOneText(long: string): Ratio {
  const tools = [describedBy(long)];
  return against('clean + scan of 5 MB in one description', () => cleanAndScan('s', tools, UNCAPPED), [long]);
}

function cleanAndScan(server: string, tools: readonly McpTool[], policy: typeof POLICY): void {
  for (const tool of tools) cleanTool(tool, policy, server);
  scan([{ server, snapshot: { tools } as unknown as Json }], { now: NOW });
}

/** The floor: every text brought to NFKC and to lower case, which is the least that any comparison of texts needs. */
function against(name: string, work: () => void, texts: readonly string[]): Ratio {
  const { ours, floor } = measureBoth(work, () => texts.map(text => text.normalize('NFKC').toLowerCase()), 600);
  return {
    name: `${name}, against NFKC and lower case of the same text`,
    ours: milliseconds(ours),
    floor: milliseconds(floor),
    ratio: ours / floor,
    wanted: { atMost: 12 },
  };
}

/** What a scanner could look at again and again, with lengths at which one scan takes a while. */
const HOSTILE: readonly (readonly [name: string, unit: string, length: number])[] = [
  ['spaces', ' ', 8_000_000],
  ['no-break spaces', '\u00a0', 800_000],
  ['open comments', '<!--', 4_000_000],
  ['open tags', '<a ', 1_000_000],
  ['percent-encoding', '%41', 500_000],
  ['slashes', '/', 2_000_000],
  ['links', '](', 2_000_000],
  ['zero-width characters', '\u200b\u200c', 400_000],
  ['base64 digits', 'QWxs', 400_000],
  ['hexadecimal digits', '69 67 ', 400_000],
  ['combining marks', '\u0301\u0316', 800_000],
  ['letters apart', 'a b ', 800_000],
  ['split words', 'a**b', 400_000],
  ['words of every rule', 'always ignore send key tool file must call when user not tell ', 200_000],
];

/** Doubling a text may at most take two and a half times as long. */
function growth(name: string, text: string): Ratio {
  const scanOf = (description: string): (() => unknown) => {
    const snapshot = { tools: [describedBy(description)] } as unknown as Json;
    return () => scan([{ server: 's', snapshot }], { now: NOW });
  };
  const { ours: twice, floor: once } = measureBoth(scanOf(text + text), scanOf(text), 50, 5);
  return {
    name: `scan of twice as much: ${name}`,
    ours: milliseconds(twice),
    floor: milliseconds(once),
    ratio: twice / once,
    wanted: { atMost: 2.5 },
  };
}

function describedBy(description: string): McpTool {
  return { name: 'long', description, inputSchema: { type: 'object' } };
}

function milliseconds(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(1)} ms`;
}
