import type { Offence, Rule } from '../../rule.ts';
import type { TextPlace } from '../../texts.ts';

export const hiddenCharacters: Rule = {
  code: 'semantic.hidden-characters',
  severity: 'error',
  title: 'A text holds characters that hide or reorder what a person sees.',
  advice: 'Remove them: a model reads what a reviewer cannot see.',
  check: ({ texts }) => texts.flatMap(findHidden),
};

/** Each kind with its characters; joiners and single variation selectors are judged by their neighbours below. */
const HIDING: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['control characters', /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/u],
  ['bidirectional controls', /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u],
  [
    'zero-width or invisible characters',
    /[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/u,
  ],
  ['tag characters', /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0000}-\u{e007f}]/u],
  ['runs of variation selectors', /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2}/u],
  ['private-use characters', /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u],
  // Joiners belong between letters of scripts that join, and between the parts of an emoji.
  [
    'zero-width joiners outside scripts that need them',
    /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}])[\u200c\u200d]/u,
  ],
];

function findHidden({ text, isPlain, pointer }: TextPlace): Offence[] {
  if (isPlain) return [];
  return HIDING.filter(([, pattern]) => pattern.test(text)).map(([name]) => ({
    pointer,
    message: `This text holds ${name}.`,
  }));
}
