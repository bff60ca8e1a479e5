import type { Position } from './error.ts';
import { child } from './pointer.ts';
import { readJson } from './read-json.ts';
import { PositionTracker } from './text-position.ts';

/** An array or object that has been entered and not left. */
interface Level {
  readonly pointer: string;
  readonly isList: boolean;
  index: number;
  key: string | undefined;
}

/** Finds the line, column and offset of pointers in text that the strict reader accepted. */
export function locate(text: string, pointers: ReadonlySet<string>): Map<string, Position> {
  const found = new Map<string, Position>();
  const tracker = new PositionTracker(text);
  const open: Level[] = [];
  let at = skip(text, 0, SPACE);
  while (at < text.length && found.size < pointers.size) {
    const end = endOfToken(text, at);
    const level = open.at(-1);
    const first = text[at];
    if (first === '}' || first === ']') open.pop();
    else if (first === ',') advance(level);
    else if (level !== undefined && !level.isList && level.key === undefined) level.key = keyOf(text.slice(at, end));
    else if (first !== ':') {
      const pointer = level === undefined ? '' : child(level.pointer, level.isList ? level.index : (level.key ?? ''));
      if (pointers.has(pointer)) found.set(pointer, tracker.at(at));
      if (first === '{' || first === '[') open.push({ pointer, isList: first === '[', index: 0, key: undefined });
    }
    at = skip(text, end, SPACE);
  }
  return found;
}

export const SPACE = new Set([' ', '\n', '\r', '\t']);
const PUNCTUATION = new Set(['{', '}', '[', ']', ':', ',']);
const WORD = new Set('+-.0123456789Eaeflnrstu');

export function endOfToken(text: string, at: number): number {
  const first = text[at] ?? '';
  if (PUNCTUATION.has(first)) return at + 1;
  if (first !== '"') return Math.max(at + 1, skip(text, at, WORD));
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

export function skip(text: string, from: number, characters: ReadonlySet<string>): number {
  let at = from;
  while (characters.has(text[at] ?? '')) at++;
  return at;
}

export function keyOf(token: string): string {
  return String(readJson(new TextEncoder().encode(token)));
}

function advance(level: Level | undefined): void {
  if (level === undefined) return;
  level.index++;
  level.key = undefined;
}
