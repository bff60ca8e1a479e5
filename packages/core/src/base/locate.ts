import type { Position } from './error.ts';
import { child } from './pointer.ts';
import { readJson } from './read-json.ts';
import { findPosition } from './text-position.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gy;
const SPACE = /\s*/y;

interface Level {
  readonly pointer: string;
  readonly isList: boolean;
  index: number;
  key: string | undefined;
}

/** Where values stand in a text that the strict reader has accepted: line, column and offset for each pointer found. */
export function locate(text: string, pointers: ReadonlySet<string>): Map<string, Position> {
  const found = new Map<string, Position>();
  const open: Level[] = [];
  for (let at = skipSpace(text, 0); at < text.length && found.size < pointers.size; at = skipSpace(text, at)) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0] ?? '';
    if (token === '') break;
    const level = open.at(-1);
    if (token === '}' || token === ']') open.pop();
    else if (token === ',') advance(level);
    else if (level !== undefined && !level.isList && level.key === undefined) level.key = keyOf(token);
    else if (token !== ':') {
      const pointer = level === undefined ? '' : child(level.pointer, level.isList ? level.index : (level.key ?? ''));
      if (pointers.has(pointer)) found.set(pointer, findPosition(text, at));
      if (token === '{' || token === '[') open.push({ pointer, isList: token === '[', index: 0, key: undefined });
    }
    at += token.length;
  }
  return found;
}

function keyOf(token: string): string {
  return String(readJson(new TextEncoder().encode(token)));
}

function advance(level: Level | undefined): void {
  if (level === undefined) return;
  level.index++;
  level.key = undefined;
}

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  return at + (SPACE.exec(text)?.[0].length ?? 0);
}
