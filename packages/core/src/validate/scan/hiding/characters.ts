import { makeUnitFinder, neighbourhoodsOf } from './neighbourhoods.ts';

/** What hides, each with the sentence validation has for it. */
export type HiddenKind =
  | 'control'
  | 'bidi'
  | 'direction-mark'
  | 'invisible'
  | 'tag'
  | 'variation-selector'
  | 'private-use'
  | 'joiner';

const MARKS = '\\u061c\\u200e\\u200f';
const RIGHT_TO_LEFT =
  '[\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Adlam}]';

/** Scripts that join or stack their letters, with the marks and signs they share. */
const JOINING = 'Arab Syrc Mong Nkoo Adlm Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
  .split(' ')
  .map(script => `\\p{Script_Extensions=${script}}`)
  .join('');

/** Each kind with its characters; those with honest uses are judged by their neighbours. */
const HIDING: readonly (readonly [kind: HiddenKind, pattern: RegExp])[] = [
  ['control', /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/u],
  ['bidi', /[\u202a-\u202e\u2066-\u2069]/u],
  [
    'direction-mark',
    new RegExp(`(?<!${RIGHT_TO_LEFT}[^${MARKS}]{0,32})[${MARKS}](?![^${MARKS}]{0,32}${RIGHT_TO_LEFT})`, 'u'),
  ],
  [
    'invisible',
    /(?![\u061c\u180b-\u180d\u180f\u200c-\u200f\u202a-\u202e\u2066-\u2069\ufe00-\ufe0f\u{e0000}-\u{e01ef}])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/u,
  ],
  ['tag', /[\u{e0000}-\u{e00ff}]/u],
  [
    'variation-selector',
    /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2}|(?<=[\p{Script=Latin}\s])[\ufe00-\ufe0f]|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]/u,
  ],
  ['private-use', /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u],
  ['joiner', new RegExp(`(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f${JOINING}])[\\u200c\\u200d]`, 'u')],
];

/** England, Scotland and Wales: the only flags spelled in tags that Unicode recommends. Any other spelling hides text. */
const TAGGED_FLAGS =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** Every unit that any of the kinds starts with: one cheap look tells whether the others are needed. */
const findAnyHiding = makeUnitFinder(
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ue000-\uf8ff\ud82f\ud834\udb40-\udbff]/,
);
/** No pattern looks further to either side: 33 characters of two units each. */
const REACH = 80;

/** The kinds of hiding characters in a text, without those that scripts, emoji and flags need. */
export function findHiddenKinds(text: string): HiddenKind[] {
  const judged = neighbourhoodsOf(text, findAnyHiding, REACH).map(({ text: part }) =>
    part.replace(TAGGED_FLAGS, '\u{1f3f4}'),
  );
  return HIDING.filter(([, pattern]) => judged.some(part => pattern.test(part))).map(([kind]) => kind);
}

/** The texts of the rule set that its digest covers. */
export const HIDING_SOURCES: readonly string[] = HIDING.map(([kind, { source }]) => `${kind} ${source}`);
