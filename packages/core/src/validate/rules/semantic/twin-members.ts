import { child, type JsonObject, quoteInert } from '../../../base/index.ts';
import type { Offence, Rule } from '../../rule.ts';

/** Parsers that ignore case, such as Go's, may read the other member than the one that was hashed. */
export const twinMembers: Rule = {
  code: 'semantic.twin-members',
  severity: 'error',
  title: 'Two members of the tool differ only in case.',
  advice: 'Remove one: programs disagree about which one counts.',
  check: ({ kind, tool, mcp, at }) =>
    kind === 'mcp'
      ? findTwins(tool, at.tool, [])
      : [...findTwins(tool, at.tool, []), ...findTwins(mcp, at.mcp, ['name', 'description', 'inputSchema'])],
};

/** `beside`: further names to compare with, present or not. */
export function findTwins(object: JsonObject, pointer: string, beside: readonly string[]): Offence[] {
  const seen = new Map(beside.map(key => [foldKey(key), key]));
  return Object.keys(object)
    .toSorted()
    .flatMap(key => {
      const twin = seen.get(foldKey(key));
      seen.set(foldKey(key), key);
      if (twin === undefined || twin === key) return [];
      return [
        { pointer: child(pointer, key), message: `${quoteInert(key)} and ${quoteInert(twin)} differ only in case.` },
      ];
    });
}

/** Folds names that a parser may treat as equal. Upper case first: Go folds the long s (U+017F) to s. */
export function foldKey(key: string): string {
  return key.normalize('NFKC').toUpperCase().toLowerCase();
}
