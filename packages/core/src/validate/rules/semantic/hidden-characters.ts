import type { Place } from '../../../describe/index.ts';
import { findHiddenCharacters, type HiddenKind } from '../../hiding/characters.ts';
import type { Offence, Rule } from '../../rule.ts';

export const hiddenCharacters: Rule = {
  code: 'semantic.hidden-characters',
  severity: 'error',
  title: 'A text contains invisible or reordering characters.',
  advice: 'Remove them: models read text that reviewers cannot see.',
  check: ({ texts }) => texts.flatMap(findHidden),
};

const NAMES: Readonly<Record<HiddenKind, string>> = {
  control: 'control characters',
  bidi: 'bidirectional controls',
  'direction-mark': 'direction marks far from any right-to-left letter',
  invisible: 'zero-width or invisible characters',
  tag: 'tag characters',
  'variation-selector': 'unexpected variation selectors',
  'private-use': 'private-use characters',
  unassigned: 'unassigned characters, noncharacters or lone surrogates',
  joiner: 'zero-width joiners outside scripts that need them',
};

function findHidden({ text, pointer }: Place): Offence[] {
  const { kinds } = findHiddenCharacters(text);
  return Array.from(kinds.keys(), kind => ({ pointer, message: `This text contains ${NAMES[kind]}.` }));
}
