import { child, isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { hasManyWords } from './spelled-names.ts';

/** A container inside another, and its key there; the outermost one has a pointer instead. */
type Path = string | { readonly parent: Path; readonly key: string | number };

/** A text and its place. The pointer is made for texts that have something in them, and for no others. */
class GatheredText {
  readonly text: string;
  private readonly parent: Path;
  private readonly key: string | number | undefined;

  constructor(text: string, parent: Path, key: string | number | undefined) {
    this.text = text;
    this.parent = parent;
    this.key = key;
  }

  pointer(): string {
    const outer = pointerOf(this.parent);
    return this.key === undefined ? outer : child(outer, this.key);
  }
}

interface Gathered {
  readonly texts: GatheredText[];
  /** Whether the value goes on below the deepest level that is read. */
  isCut: boolean;
}

/** Nothing can be said in these, and half of all strings are one of them. */
const TYPES = new Set(['string', 'object', 'number', 'integer', 'boolean', 'array', 'null']);
/** The strict reader refuses deeper values, so only a value made elsewhere can be cut here. */
export const DEEPEST = 600;
const LONGEST_NAME = 64;

/** Every string in a value, the names of members included where they say more than a name does. */
export function gatherTexts(value: Json, pointer: string): Gathered {
  const into: Gathered = { texts: [], isCut: false };
  if (typeof value === 'string') into.texts.push(new GatheredText(value, pointer, undefined));
  else gatherInside(value, pointer, into, 0);
  return into;
}

function gatherInside(value: Json | undefined, path: Path, into: Gathered, depth: number): void {
  if (depth > DEEPEST) {
    into.isCut = true;
    return;
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) gatherItem(value[i], path, i, into, depth);
  } else if (isJsonObject(value)) gatherMembers(value, path, into, depth);
}

function gatherMembers(object: JsonObject, path: Path, into: Gathered, depth: number): void {
  for (const key of Object.keys(object)) {
    if (saysMore(key)) into.texts.push(new GatheredText(key, path, key));
    const value = object[key];
    if (key !== 'type' || typeof value !== 'string' || !TYPES.has(value)) gatherItem(value, path, key, into, depth);
  }
}

function gatherItem(value: Json | undefined, parent: Path, key: string | number, into: Gathered, depth: number): void {
  if (typeof value === 'string') into.texts.push(new GatheredText(value, parent, key));
  else if (typeof value === 'object' && value !== null) gatherInside(value, { parent, key }, into, depth + 1);
}

function pointerOf(path: Path): string {
  const keys: (string | number)[] = [];
  let outer = path;
  for (; typeof outer !== 'string'; outer = outer.parent) keys.push(outer.key);
  return keys.reduceRight<string>(child, outer);
}

const MOST_KNOWN = 2_000;
const known = new Map<string, boolean>();

/** Whether the name of a member says more than a name does. Few names stand in all schemas: so many answers are kept. */
function saysMore(key: string): boolean {
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = !isPlainName(key) || hasManyWords(key);
  if (known.size < MOST_KNOWN && key.length <= LONGEST_NAME) known.set(key, answer);
  return answer;
}

/** Letters, digits and `_$.-`: a name. */
function isPlainName(key: string): boolean {
  if (key.length > LONGEST_NAME) return false;
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    if (code > 127 || NAME_CODES[code] === 0) return false;
  }
  return true;
}

const NAME_CODES = Uint8Array.from({ length: 128 }, (_, code) => (/[\w$.-]/.test(String.fromCharCode(code)) ? 1 : 0));
