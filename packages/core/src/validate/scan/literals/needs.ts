import { type Required, requiredTexts } from './required-texts.ts';
import { TextFinder } from './text-finder.ts';

/** What must stand in a sentence for one pattern, by the numbers of the texts. */
export type Needed =
  | { readonly type: 'one-of'; readonly ids: Int32Array }
  | { readonly type: 'all' | 'any'; readonly of: readonly Needed[] };

/** Tells for each sentence which patterns can match in it at all, so that the others are not tried. */
export interface Needs {
  add(pattern: string): Needed | undefined;
  read(sentence: string): void;
  areMet(needed: Needed | undefined): boolean;
}

export function makeNeeds(): Needs {
  const finder = new TextFinder();
  const toNeeded = (required: Required): Needed =>
    required.type === 'one-of'
      ? { type: 'one-of', ids: Int32Array.from(new Set(required.texts.map(text => finder.add(text)))) }
      : { type: required.type, of: required.of.map(toNeeded) };
  const isMet = (needed: Needed): boolean => {
    if (needed.type === 'all') {
      for (const one of needed.of) if (!isMet(one)) return false;
      return true;
    }
    if (needed.type === 'any') {
      for (const one of needed.of) if (isMet(one)) return true;
      return false;
    }
    for (let i = 0; i < needed.ids.length; i++) if (finder.has(needed.ids[i] ?? 0)) return true;
    return false;
  };
  return {
    add: pattern => {
      const required = requiredTexts(pattern);
      return required === undefined ? undefined : toNeeded(required);
    },
    read: sentence => finder.read(sentence),
    areMet: needed => needed === undefined || isMet(needed),
  };
}
