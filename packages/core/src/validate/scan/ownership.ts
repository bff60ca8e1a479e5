import { isJsonObject, type Json } from '../../base/index.ts';
import type { Ownership } from './meaning/read-meaning.ts';
import type { Surface } from './surface.ts';

/** Whose a tool is that a text of one server names. What is looked up is made when first needed: most texts name none. */
export function makeOwnership(surface: Surface, others: readonly Surface[]): OwnerOf {
  let names: Names | undefined;
  let words: ReadonlySet<string> | undefined;
  const isOwnWord = (name: string): boolean => {
    words ??= gatherOwnWords(surface);
    return words.has(name);
  };
  const known = new Map<string, Ownership>();
  return (tool, described) => {
    // Names stand in texts as they are again and again, so they are looked up as they are first.
    if (described !== undefined && plain(tool) === plain(described)) return 'self';
    const before = known.get(tool);
    if (before !== undefined) return before;
    names ??= gatherNames(surface, others);
    const answer = judge(plain(tool), names, isOwnWord);
    known.set(tool, answer);
    return answer;
  };
}

/** Whether a word is the name of one of the server's tools, in lower case. */
export function makeIsOwnName({ toolNames }: Surface): (word: string) => boolean {
  let names: ReadonlySet<string> | undefined;
  return word => {
    names ??= new Set(toolNames.map(({ name }) => name.toLowerCase()));
    return names.has(word);
  };
}

/** Whose the tool is that a text names, when the text belongs to the tool described. */
type OwnerOf = (tool: string, described: string | undefined) => Ownership;

interface Names {
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

function judge(name: string, { own, others }: Names, isOwnWord: (name: string) => boolean): Ownership {
  if (own.has(name)) return 'own';
  if (others.has(name)) return 'other';
  return isVariant(name, own) || isOwnWord(name) ? 'own' : 'unlisted';
}

/** "search" for `search_docs`, or `server_search` for `search`: authors shorten and prefix the names of their own tools. */
function isVariant(name: string, own: ReadonlySet<string>): boolean {
  if (name.length < 4 || own.size > 1000) return false;
  for (const tool of own) if (tool.length >= 4 && (tool.includes(name) || name.includes(tool))) return true;
  return false;
}

function gatherNames(surface: Surface, all: readonly Surface[]): Names {
  const others = all.filter(other => other !== surface).flatMap(({ toolNames }) => toolNames);
  return {
    own: new Set(surface.toolNames.map(({ name }) => plain(name))),
    others: new Set(others.map(({ name }) => plain(name)).filter(name => name.length >= 4)),
  };
}

/** Names of parameters, choices and everything else that the server itself uses as a word. */
function gatherOwnWords({ units }: Surface): ReadonlySet<string> {
  const raw = new Set<string>();
  for (const { value } of units) gatherWords(value, raw, 0);
  const words = new Set<string>();
  for (const word of raw) words.add(plain(word));
  return words;
}

const LONGEST_WORD = 60;

function gatherWords(value: Json, into: Set<string>, depth: number): void {
  if (typeof value === 'string') {
    if (value.length <= LONGEST_WORD && !value.includes(' ')) into.add(value);
  } else if (depth > 100) return;
  else if (Array.isArray(value)) for (const item of value) gatherWords(item, into, depth + 1);
  else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      into.add(key);
      gatherWords(value[key] ?? null, into, depth + 1);
    }
  }
}

/** Letters and digits alone, so that `get-user`, `get_user` and `getUser` are one name. */
function plain(name: string): string {
  if (!MORE_THAN_PLAIN.test(name)) return name;
  return name.toLowerCase().replace(/[^a-z0-9\u0080-\uffff]/g, '');
}

const MORE_THAN_PLAIN = /[^a-z0-9]/;
