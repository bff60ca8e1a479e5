import type { Decoded } from '@toolmark/core/text';

/** A text after encoded letters were decoded. */
export interface Respelled extends Decoded {
  /** Enough of the text is encoded to rule out coincidence. */
  readonly isMuch: boolean;
}

interface Spelling {
  readonly how: string;
  /** Occurs in every text in this encoding; most texts do not contain it. */
  readonly sign: RegExp;
  readonly pattern: RegExp;
  readonly letterOf: (...found: (string | undefined)[]) => string;
}

const SPELLINGS: readonly Spelling[] = [
  {
    how: 'percent-encoding',
    sign: /%/,
    pattern: /%(?:25){0,3}([0-9a-f]{2})/gi,
    letterOf: (_, hex) => fromCode(hex, 16),
  },
  {
    how: 'character references',
    sign: /&/,
    pattern: /&(?:amp;){0,3}#(?:x0{0,16}([0-9a-f]{2,6})|0{0,16}([0-9]{2,7}));?/gi,
    letterOf: (_, hex, decimal) => (hex === undefined ? fromCode(decimal, 10) : fromCode(hex, 16)),
  },
  {
    how: 'escapes',
    sign: /\\/,
    pattern: /\\(?:u\{([0-9a-f]{2,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi,
    letterOf: (_, a, b, c) => fromCode(a ?? b ?? c, 16),
  },
  {
    how: 'chr()',
    sign: /chr\(/i,
    pattern: /chr\(\s?(\d{2,3})\s?\)(?:\s?[+.&|,]{1,2}\s?)?/gi,
    letterOf: (_, code) => fromCode(code, 10),
  },
  {
    how: 'split words',
    sign: /[*~<[]/,
    pattern: /(?<=[a-z])(?:\*{1,3}|~~|<\/?[a-z]{1,10}>|\[\]\(\)|<!---->)(?=[a-z])/gi,
    letterOf: () => '',
  },
  {
    how: 'digits for letters',
    sign: /[013457@$]/,
    pattern: /(?<![\w@$])(?=[a-z2689]{0,39}[013457@$])(?=[0-9@$]{0,3}[a-z])[a-z0-9@$]{2,40}(?![\w@$])/gi,
    letterOf: (word = '') => word.replace(/[013457@$]/g, digit => LETTER_FOR[digit] ?? digit),
  },
];

const LETTER_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
/** One encoded letter is an accident; two can hide the keyword of an instruction. */
const FEWEST = 2;
const MUCH = 16;

/** Sentences end here. Only `chr()` continues in the next one. */
const SENTENCE_END = /(?<=[a-z][.!?])\s+(?=[A-Z])|(?<=\S)\n\n/;

/** Decodes a text from each encoding that it uses. Returns only the sentences that changed. */
export function respell(text: string): Respelled[] {
  const found: Respelled[] = [];
  const sentences = text.split(SENTENCE_END);
  for (const { how, sign, pattern, letterOf } of SPELLINGS) {
    if (!sign.test(text)) continue;
    let count = 0;
    const read = (how === 'chr()' ? [text] : sentences).map(part =>
      part.replace(pattern, (...match: string[]) => {
        const letters = letterOf(...match);
        if (letters !== match[0]) count++;
        return letters;
      }),
    );
    if (count < FEWEST) continue;
    const isMuch = count >= MUCH && 2 * count >= lettersIn(read.join(''));
    found.push({ how, text: read.filter((part, i) => part !== sentences[i]).join('\n\n'), isMuch });
  }
  return found;
}

function lettersIn(text: string): number {
  return text.replace(/[^a-z]+/gi, '').length;
}

const SPACED = /(?<![a-z0-9])(?:[a-z0-9][\s._*|/-]{1,8}){7,400}[a-z0-9](?![a-z0-9])/gi;

/** Joins spaced letters into words. Wider gaps separate words; without them, the result is one word. */
export function readSpaced(text: string): Respelled[] {
  return (text.match(SPACED) ?? []).map(run => ({
    how: 'spaced letters',
    text: run.replace(/([a-z0-9])[ ._*|/-](?=[a-z0-9])/gi, '$1').replace(/[\s._*|/-]{2,8}/g, ' '),
    isMuch: true,
  }));
}

/** Decodes ROT13 and reversed text. Called with sentences whose words are unknown. */
export function decipher(sentences: readonly string[]): Respelled[] {
  if (sentences.length === 0) return [];
  const text = sentences.join('\n\n');
  const rotated = text.replace(/[a-z]/gi, letter => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
  return [
    { how: 'ROT13', text: rotated, isMuch: true },
    { how: 'reversed letters', text: [...text].toReversed().join(''), isMuch: true },
  ];
}

function fromCode(digits: string | undefined, base: number): string {
  const code = Number.parseInt(digits ?? '', base);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
}
