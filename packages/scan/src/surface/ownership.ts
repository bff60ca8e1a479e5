import { isJsonObject, type Json, type JsonObject } from '@toolmark/core';
import type { Ownership } from '../engine/kinds.ts';
import type { Surface } from './surface.ts';

/** Returns the owner of a tool that a text names. `described` is the tool that the text describes. */
type OwnerOf = (tool: string, described: string | undefined) => Ownership;

/** Resolves the owner of tool names found in one server's texts. Tables are built on first use: most texts name no tool. */
export function makeOwnership(surface: Surface, namesOfAll: () => ReadonlySet<string>): OwnerOf {
  let names: ReadonlySet<string> | undefined;
  let parts: ReadonlySet<string> | undefined;
  let words: ReadonlySet<string> | undefined;
  let plainWords: ReadonlySet<string> | undefined;
  const key = plain(surface.server);
  const judge = (tool: string): Ownership => {
    const name = plain(tool);
    names ??= new Set(surface.toolNames.map(own => plain(own.name)));
    if (names.has(name) || (name.startsWith(key) && names.has(name.slice(key.length)))) return 'own';
    const isOfOther = namesOfAll().has(name);
    const isOneWord = isOfOther && partsOf(tool).length === 1;
    if (isOfOther && !isOneWord) return isOwnWord(tool, name) ? 'unlisted' : 'other';
    // A word that a server uses itself does not refer to another server's tool; a longer name may.
    if (isOwnWord(tool, name) || isOfSchema(name, names) || isPrefixed(tool, names)) return 'own';
    parts ??= gatherParts(surface);
    if (parts.has(partsOf(tool).map(singular).join(''))) return 'own';
    return isOfOther ? 'other' : 'unlisted';
  };
  // Fast path: most other names are parameter names in the same spelling.
  const isOwnWord = (tool: string, name: string): boolean => {
    words ??= gatherOwnWords(surface);
    if (words.has(tool)) return true;
    plainWords ??= new Set(Array.from(words, plain));
    return plainWords.has(name);
  };
  // Cached, because names repeat.
  const known = new Map<string, Ownership>();
  const recall = (tool: string): Ownership => {
    const before = known.get(tool);
    if (before !== undefined) return before;
    const answer = judge(tool);
    known.set(tool, answer);
    return answer;
  };
  return (tool, described) => {
    const owner = recall(tool);
    // The tool described is one of the server's own.
    return owner === 'own' && described !== undefined && plain(tool) === plain(described) ? 'self' : owner;
  };
}

/** A shorter name looks like an ordinary word. */
const SHORTEST_NAME = 4;

/** The tool names of all servers, collected once, on first use. Empty for a single server. */
export function makeNamesOfAll(surfaces: readonly Surface[]): () => ReadonlySet<string> {
  let names: Set<string> | undefined;
  return () => {
    if (names !== undefined) return names;
    names = new Set();
    // A single server has no other names to look up.
    if (surfaces.length === 1) return names;
    for (const { server, toolNames } of surfaces) {
      const key = plain(server);
      for (const { name } of toolNames) {
        const word = plain(name);
        // Clients prefix it with the server's key.
        if (word.length >= SHORTEST_NAME) names.add(word).add(key + word);
      }
    }
    return names;
  };
}

/** The ending of schema names: libraries generate `searchArguments` for `search`. */
const OF_SCHEMA = 'arguments';

/** Adjacent parts of tool names, joined: "search" and "docs" for `search_docs`. Plurals count as singulars. */
function gatherParts({ toolNames }: Surface): ReadonlySet<string> {
  const parts = new Set<string>();
  for (const { name } of toolNames) addParts(partsOf(name).slice(0, MOST_PARTS).map(singular), parts);
  return parts;
}

const MOST_PARTS = 8;

function addParts(parts: readonly string[], into: Set<string>): void {
  for (let start = 0; start < parts.length; start++) {
    let joined = '';
    for (let end = start; end < parts.length; end++) {
      joined += parts[end] ?? '';
      if (joined.length >= SHORTEST_NAME) into.add(joined);
    }
  }
}

/** Whether a name is that of a schema: libraries generate `searchOutput` for `search`. */
function isOfSchema(name: string, own: ReadonlySet<string>): boolean {
  return name.endsWith(OF_SCHEMA) || own.has(name.replace(ADDED, ''));
}

const ADDED = /(?:args|outputs?|inputs?|params|parameters|requests?|responses?|results?|schema)$/;

/** Whether a name has a prefix, such as `server_search` for `search`. */
function isPrefixed(tool: string, own: ReadonlySet<string>): boolean {
  const parts = partsOf(tool);
  for (let start = 1; start < parts.length && !VERBS.has(parts[start - 1] ?? ''); start++)
    if (own.has(parts.slice(start).join(''))) return true;
  return false;
}

/** Verbs are not server names: `send_mail` is not the tool `mail` of a server `send`. */
const VERBS: ReadonlySet<string> = new Set(
  'get set list read send create delete write search add update remove execute run make post export import share edit modify fetch find query transfer pay open move copy upload download publish push grant revoke disable enable drop wipe invoke check verify forward reset deploy install approve submit'.split(
    ' ',
  ),
);

function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z0-9\u0080-\uffff]+/)
    .filter(part => part !== '');
}

function singular(part: string): string {
  return part.endsWith('s') ? part.slice(0, -1) : part;
}

/** Names of parameters and enum values, which the server uses as words. */
function gatherOwnWords({ units }: Surface): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { value } of units) gatherWords(value, words, 0);
  return words;
}

const LONGEST_WORD = 60;
const DEEPEST = 100;

function gatherWords(value: Json, into: Set<string>, depth: number): void {
  if (depth > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null) gatherWords(item, into, depth + 1);
  } else if (isJsonObject(value)) gatherMembers(value, into, depth);
}

function gatherMembers(object: JsonObject, into: Set<string>, depth: number): void {
  for (const key in object) {
    const value = object[key];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) addChoices(key, value, into);
    else if (NAMING.has(key)) for (const name in value) into.add(name);
    gatherWords(value, into, depth + 1);
  }
}

/** Members whose keys are chosen by the author. */
const NAMING: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

/** Ignores a single choice: it could serve only to make a name look like the server's own. */
function addChoices(key: string, choices: readonly Json[], into: Set<string>): void {
  if (choices.length < 2 || (key !== 'enum' && key !== 'anyOf' && key !== 'oneOf')) return;
  for (const choice of choices) {
    const value = isJsonObject(choice) ? choice.const : choice;
    if (typeof value === 'string' && value.length <= LONGEST_WORD && !value.includes(' ')) into.add(value);
  }
}

/** Keeps letters and digits, so that `get-user`, `get_user` and `getUser` are equal. */
function plain(name: string): string {
  if (!MORE_THAN_PLAIN.test(name)) return name;
  return name.toLowerCase().replace(/[^a-z0-9\u0080-\uffff]/g, '');
}

const MORE_THAN_PLAIN = /[^a-z0-9]/;
