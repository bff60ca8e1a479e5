import type { Json } from './json.ts';
import { endOfToken, keyOf, SPACE, skip } from './locate.ts';
import { writeJson } from './write-json.ts';

/** What to do with a member of an object: the value it gets, or undefined to remove it. */
export interface MemberEdit {
  /** Keys from the root to the member; every object on the way exists. */
  readonly path: readonly string[];
  readonly value: Json | undefined;
}

/**
 * A JSON text with some members changed and everything else left as its author wrote it: white space, order of members,
 * spelling of numbers and texts. New values are laid out like their surroundings. The text is one that the strict reader
 * has accepted.
 */
export function editJson(text: string, edits: readonly MemberEdit[]): string {
  return edits.reduce(editMember, text);
}

function editMember(text: string, { path, value }: MemberEdit): string {
  const key = path.at(-1) ?? '';
  const members = membersAt(text, path.slice(0, -1));
  const index = members.findIndex(member => member.key === key);
  const found = members[index];
  if (value === undefined) return found === undefined ? text : removeMember(text, members, index);
  if (found === undefined) return addMember(text, members, key, value);
  return splice(text, found.start, found.end, layOut(text, value, spaceBefore(text, found.keyStart)));
}

/** A member of an object: where its key begins, and where its value begins and ends. */
interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly start: number;
  readonly end: number;
}

function membersAt(text: string, path: readonly string[]): Member[] {
  let members = membersOf(text, skip(text, 0, SPACE));
  for (const key of path) {
    const next = members.find(member => member.key === key);
    if (next === undefined || text[next.start] !== '{') throw new Error(`no object at ${path.join('/')}`);
    members = membersOf(text, next.start);
  }
  return members;
}

function membersOf(text: string, open: number): Member[] {
  const members: Member[] = [];
  let at = skip(text, open + 1, SPACE);
  while (at < text.length && text[at] !== '}') {
    const keyEnd = endOfToken(text, at);
    const start = skip(text, skip(text, keyEnd, SPACE) + 1, SPACE);
    const end = endOfValue(text, start);
    members.push({ key: keyOf(text.slice(at, keyEnd)), keyStart: at, start, end });
    const after = skip(text, end, SPACE);
    at = text[after] === ',' ? skip(text, after + 1, SPACE) : after;
  }
  return members;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const first = text[at];
    if (first === '{' || first === '[') depth++;
    if (first === '}' || first === ']') depth--;
    at = endOfToken(text, at);
    if (depth > 0) at = skip(text, at, SPACE);
  } while (depth > 0 && at < text.length);
  return at;
}

function removeMember(text: string, members: readonly Member[], index: number): string {
  const [before, found, after] = [members[index - 1], members[index], members[index + 1]];
  if (found === undefined) return text;
  if (after !== undefined) return splice(text, found.keyStart, after.keyStart, '');
  return splice(text, before?.end ?? found.keyStart, found.end, '');
}

/** After the last member, with the white space before that one. */
function addMember(text: string, members: readonly Member[], key: string, value: Json): string {
  const last = members.at(-1);
  if (last === undefined) throw new Error('an object without members has no layout');
  const space = spaceBefore(text, last.keyStart);
  const colon = text.slice(endOfToken(text, last.keyStart), last.start);
  return splice(text, last.end, last.end, `,${space}${JSON.stringify(key)}${colon}${layOut(text, value, space)}`);
}

function spaceBefore(text: string, at: number): string {
  let start = at;
  while (SPACE.has(text[start - 1] ?? '')) start--;
  return text.slice(start, at);
}

/** A value over several lines where the member has a line of its own, else in one. */
function layOut(text: string, value: Json, space: string): string {
  const lineEnd = space.lastIndexOf('\n');
  if (lineEnd < 0) return writeJson(value);
  const newline = space.includes('\r\n') ? '\r\n' : '\n';
  const indent = space.slice(lineEnd + 1);
  const unit = indentUnit(text);
  const lines = writeJson(value, 1).split('\n');
  return lines
    .map((line, index) => {
      const depth = line.length - line.trimStart().length;
      return index === 0 ? line : `${indent}${unit.repeat(depth)}${line.trimStart()}`;
    })
    .join(newline);
}

/** The text before the first member of the whole. */
function indentUnit(text: string): string {
  const root = skip(text, 0, SPACE) + 1;
  const space = text.slice(root, skip(text, root, SPACE));
  const unit = space.slice(space.lastIndexOf('\n') + 1);
  return unit === '' ? '  ' : unit;
}

function splice(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
