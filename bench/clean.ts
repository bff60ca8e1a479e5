import { cleanTool, type McpTool, MetadataPolicy, parseMetadataPolicy } from '@toolmark/core';
import { collectStrings, type Place } from '@toolmark/core/formats';
import { readCorpus } from './corpus.ts';
import { atMost, measureBoth, type Ratio } from './measure.ts';

const MOST = 4;

/** Cleaning against NFKC-folding the same text, for real tools (made ones where the corpus is absent) and for 5 MB. */
export function cleanRatios(): Ratio[] {
  const corpus = [...readCorpus().servers.values()].flat();
  const policy = parseMetadataPolicy({ names: { onInvalid: 'sanitize' } });
  const uncapped = parseMetadataPolicy({ maxDescriptionLength: null });
  const large = corpus.map(({ description = '' }) => description).join('\n\n');
  const text = large.repeat(Math.ceil(5_000_000 / large.length));
  const tool = (length: number): McpTool => ({ name: 'large', description: text.slice(0, length) });
  return [
    against(`clean ${corpus.length} tools`, corpus, policy),
    against('clean a description of 5 MB', [tool(5_000_000)], MetadataPolicy.defaults()),
    against('clean a description of 5 MB without a cap', [tool(5_000_000)], uncapped),
    growth('honest text', text, uncapped),
    growth('hostile text', HOSTILE.repeat(100_000), uncapped),
  ];
}

function against(name: string, tools: readonly McpTool[], policy: MetadataPolicy): Ratio {
  const texts = tools.flatMap(tool => {
    const places: Place[] = [];
    collectStrings(tool, '', places);
    return places.map(place => place.text);
  });
  const { ours, floor } = measureBoth(
    // With a name from `nameTools`, as the guard and `importTools` call it.
    () => tools.map(tool => cleanTool(tool, policy, 'server', tool.name)),
    () => texts.map(fold),
  );
  return atMost(MOST, `${name}, against NFKC-folding its text`, ours, floor);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Unfinished sequences, lone joiners, and runs of marks and spaces. */
const HOSTILE = '\u001b]\u001b[31\u200b\u200d\u202e\u0301\u0316 \r\n \u{e0041}\ufe0f\u0300';

/** Doubling a text may at most take two and a half times as long. */
function growth(name: string, text: string, policy: MetadataPolicy): Ratio {
  const cleanOf = (length: number) => (): unknown =>
    cleanTool({ name: 'large', description: text.slice(0, length) }, policy, 'server');
  const { ours, floor } = measureBoth(cleanOf(1_600_000), cleanOf(800_000));
  return atMost(2.5, `clean 1.6 MB of ${name} against half of it`, ours, floor);
}
