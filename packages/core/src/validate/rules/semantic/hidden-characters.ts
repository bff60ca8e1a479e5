import type { Place } from '../../../describe/index.ts';
import { findHiddenCharacters, type HiddenKind } from '../../hiding/characters.ts';
import type { Offence, Rule } from '../../rule.ts';

export const hiddenCharacters: Rule = {
  code: 'semantic.hidden-characters',
  severity: 'error',
  title: 'A text holds characters that hide or reorder what a person sees.',
  advice: 'Remove them: a model reads what a reviewer cannot see.',
  check: ({ texts, prose }) => (prose.isPlain ? [] : texts.flatMap(findHidden)),
};

const NAMES: Readonly<Record<HiddenKind, string>> = {
  control: 'control characters',
  bidi: 'bidirectional controls',
  'direction-mark': 'direction marks far from any right-to-left letter',
  invisible: 'zero-width or invisible characters',
  tag: 'tag characters',
  'variation-selector': 'variation selectors where none belong',
  'private-use': 'private-use characters',
  unassigned: 'unassigned characters, noncharacters or halves of pairs',
  joiner: 'zero-width joiners outside scripts that need them',
};

function findHidden({ text, pointer }: Place): Offence[] {
  const { kinds } = findHiddenCharacters(text);
  return Array.from(kinds.keys(), kind => ({ pointer, message: `This text holds ${NAMES[kind]}.` }));
}
