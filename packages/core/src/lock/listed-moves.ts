import { child, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { MCP_MEMBERS } from '../describe/index.ts';
import { type Move, sides } from './change.ts';
import { areIcons, isSilent, isUiKey } from './known-members.ts';
import { eitherKeys, sameJson } from './same-json.ts';
import { textMove } from './text-move.ts';

const TEXTS = new Set(['description', 'title', 'name']);
const KNOWN = [...MCP_MEMBERS.prompts, ...MCP_MEMBERS.resources, ...MCP_MEMBERS.templates];
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Everything that moved in a prompt, resource or template of which the digest has changed; at least one. */
export function listedMoves(before: JsonObject, after: JsonObject): Move[] {
  return eitherKeys(before, after).flatMap(key => {
    const [old, now] = [member(before, key), member(after, key)];
    return sameJson(old, now) ? [] : partMoves(key, old, now);
  });
}

function partMoves(key: string, before: Json | undefined, after: Json | undefined): Move[] {
  const pointer = child('', key);
  if (key === '_meta') return metaMoves(pointer, before, after);
  if (isState(key, before) && isState(key, after)) return [stateMove(pointer, before, after)];
  if (key === 'arguments') return argumentMoves(pointer, before, after);
  if (key === 'annotations') return annotationMoves(pointer, before, after);
  return [memberMove(key, pointer, before, after, KNOWN)];
}

/** What changes by itself, and holds nothing that a model could take for an instruction. */
function isState(key: string, value: Json | undefined): boolean {
  if (key === 'icons' && areIcons(value)) return true;
  if (value !== undefined && value !== null && key === 'lastModified')
    return typeof value === 'string' && DATE.test(value);
  if (key === 'size') return typeof (value ?? 0) === 'number' || typeof value === 'bigint';
  return key === 'lastModified';
}

/** What `_meta` says of MCP Apps decides what a host draws; the rest is state. */
function metaMoves(pointer: string, before: Json | undefined, after: Json | undefined): Move[] {
  const [old, now] = [before ?? {}, after ?? {}];
  if (!isJsonObject(old) || !isJsonObject(now)) return [stateMove(pointer, before, after)];
  const moved = eitherKeys(old, now).filter(key => !sameJson(member(old, key), member(now, key)));
  const drawn = moved.filter(isUiKey).map(key => {
    const place = { pointer: child(pointer, key), ...sides(member(old, key), member(now, key)) };
    return { row: 'listed.ui', class: 'changed', ...place } as const;
  });
  return drawn.length < moved.length || moved.length === 0 ? [...drawn, stateMove(pointer, before, after)] : drawn;
}

function stateMove(pointer: string, before: Json | undefined, after: Json | undefined): Move {
  return { row: 'listed.meta', class: 'changed', pointer, ...sides(before, after) };
}

function memberMove(
  key: string,
  pointer: string,
  before: Json | undefined,
  after: Json | undefined,
  known: readonly string[],
): Move {
  if (TEXTS.has(key) && isAbsentOrText(before) && isAbsentOrText(after)) {
    return textMove(pointer, before, after, { typo: 'listed.typo', reworded: 'listed.changed' });
  }
  return otherMove(pointer, before, after, known);
}

function isAbsentOrText(value: Json | undefined): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function otherMove(pointer: string, before: Json | undefined, after: Json | undefined, known: readonly string[]): Move {
  const kind = isSilent(pointer, before, after, known) ? 'equivalent' : 'changed';
  return { row: `listed.${kind}`, class: kind, pointer, ...sides(before, after) };
}

/** `lastModified` changes whenever the file behind a resource is saved. */
function annotationMoves(pointer: string, before: Json | undefined, after: Json | undefined): Move[] {
  const [old, now] = [before ?? {}, after ?? {}];
  if (!isJsonObject(old) || !isJsonObject(now)) return [otherMove(pointer, before, after, KNOWN)];
  const moved = eitherKeys(old, now).filter(key => !sameJson(member(old, key), member(now, key)));
  if (moved.length === 0) return [equivalent(pointer, before, after)];
  return moved.map(key => {
    const [at, was, is] = [child(pointer, key), member(old, key), member(now, key)];
    const isDate = key === 'lastModified' && isState(key, was) && isState(key, is);
    return isDate ? stateMove(at, was, is) : otherMove(at, was, is, MCP_MEMBERS.resourceAnnotations);
  });
}

/** Arguments of a prompt have names; their order means nothing. */
function argumentMoves(pointer: string, before: Json | undefined, after: Json | undefined): Move[] {
  const [old, now] = [byName(before ?? []), byName(after ?? [])];
  if (old === undefined || now === undefined) return [otherMove(pointer, before, after, KNOWN)];
  const gone = [...old]
    .filter(([name]) => !now.has(name))
    .map(([, { index, argument }]) => otherMove(child(pointer, index), argument, undefined, []));
  const others = [...now].flatMap(([name, { index, argument }]) => {
    const [at, known] = [child(pointer, index), old.get(name)];
    return known === undefined ? [otherMove(at, undefined, argument, [])] : argumentMove(at, known.argument, argument);
  });
  const moves = [...gone, ...others];
  return moves.length > 0 ? moves : [equivalent(pointer, before, after)];
}

function argumentMove(pointer: string, before: JsonObject, after: JsonObject): Move[] {
  return eitherKeys(before, after)
    .filter(key => !sameJson(member(before, key), member(after, key)))
    .map(key => {
      const [old, now] = [member(before, key), member(after, key)];
      const at = child(pointer, key);
      if (key !== 'required') return memberMove(key, at, old, now, MCP_MEMBERS.promptArgument);
      // An argument is optional unless it says otherwise.
      return (old ?? false) === (now ?? false) ? equivalent(at, old, now) : otherMove(at, old, now, []);
    });
}

function equivalent(pointer: string, before: Json | undefined, after: Json | undefined): Move {
  return { row: 'listed.equivalent', class: 'equivalent', pointer, ...sides(before, after) };
}

interface Numbered {
  readonly index: number;
  readonly argument: JsonObject;
}

/** Arguments by name; nothing where they are not a list of named objects that differ in name. */
function byName(list: Json): Map<string, Numbered> | undefined {
  if (!Array.isArray(list)) return undefined;
  const found = new Map<string, Numbered>();
  for (const [index, argument] of list.entries()) {
    const name = isJsonObject(argument) ? member(argument, 'name') : undefined;
    if (!isJsonObject(argument) || typeof name !== 'string' || found.has(name)) return undefined;
    found.set(name, { index, argument });
  }
  return found;
}
