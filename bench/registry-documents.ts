import { sampleDocument } from '../test/document.ts';

const WORDS =
  'invoice customer order file mail calendar search read write list create update delete fetch send report weather map route price stock chart table user group team project issue ticket build deploy log metric alert note page image video audio translate summarize parse convert format validate sign verify hash compress upload download sync backup restore query index cache queue event task job step plan goal'.split(
    ' ',
  );

/** Documents of tools that differ as real ones do: common words, a rare one each few, several domains and levels. */
export function* makeDocuments(count: number, first = 0): Generator<string> {
  const sample = sampleDocument() as { tool: object };
  for (let number = first; number < first + count; number++) {
    const random = randomFrom(number);
    const word = () => WORDS[random(WORDS.length)] ?? 'tool';
    const sentence = Array.from({ length: 24 }, word).join(' ');
    const tool = {
      ...sample.tool,
      name: `${word()}_${word()}_${number}`,
      version: '1.0.0',
      description: `Can ${sentence} for ${rareWord(number)}.`,
    };
    yield JSON.stringify({ ...sample, tool });
  }
}

/** Every fifth tool or so shares its rare word with four others. */
export function rareWord(number: number): string {
  return `rare${Math.floor(number / 5)}`;
}

/** The same numbers in every run: differences between runs are not differences of data. */
function randomFrom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
