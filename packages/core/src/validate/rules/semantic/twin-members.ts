import { child, type JsonObject, quoteInert } from '../../../base/index.ts';
import type { Offence, Rule } from '../../rule.ts';

/** Readers that ignore case, Go's among them, would take the twin for the real member: one host sees what another hashes. */
export const twinMembers: Rule = {
  code: 'semantic.twin-members',
  severity: 'error',
  title: 'Two members of the tool differ in case only.',
  advice: 'Remove one of them: programs disagree about which one counts.',
  check: ({ kind, tool, mcp, at }) =>
    kind === 'mcp'
      ? findTwins(tool, at.tool, [])
      : [...findTwins(tool, at.tool, []), ...findTwins(mcp, at.mcp, ['name', 'description', 'inputSchema'])],
};

/** `beside`: names that join these in the MCP tool, or that count whether they are there or not. */
export function findTwins(object: JsonObject, pointer: string, beside: readonly string[]): Offence[] {
  const names = Object.keys(object);
  // Names without capitals or foreign letters cannot be twins of each other.
  if (names.every(name => /^[a-z0-9_$.]*$/.test(name) && !beside.includes(name))) return [];
  const seen = new Map(beside.map(key => [foldKey(key), key]));
  return names.toSorted().flatMap(key => {
    const twin = seen.get(foldKey(key));
    seen.set(foldKey(key), key);
    if (twin === undefined || twin === key) return [];
    return [
      { pointer: child(pointer, key), message: `${quoteInert(key)} and ${quoteInert(twin)} differ in case only.` },
    ];
  });
}

/** Keys that some reader takes for one have one fold. By way of upper case, because Go also takes the long s (U+017F) for an s. */
export function foldKey(key: string): string {
  return (isAscii(key) ? key : key.normalize('NFKC')).toUpperCase().toLowerCase();
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
