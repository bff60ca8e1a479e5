import { child, inert, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { assessRisk, MCP_MEMBERS, METADATA_KEY, RISK_LEVELS, type RiskLevel } from '../describe/index.ts';
import { type Move, sides } from './change.ts';
import { areIcons, isSilent, isUiKey } from './known-members.ts';
import { eitherKeys, sameJson } from './same-json.ts';
import { schemaMoves } from './schema-moves.ts';
import type { SeverityColumn } from './severity-table.ts';
import { textMove } from './text-move.ts';

/** Everything that moved in a tool of which the digest has changed. There is always at least one. */
export function toolMoves(before: JsonObject, after: JsonObject, column: SeverityColumn): Move[] {
  const parts = eitherKeys(before, after).flatMap(key => {
    const [old, now] = [member(before, key), member(after, key)];
    return sameJson(old, now) ? [] : partMoves(key, old, now);
  });
  // The original takes the level as a given part of a tool; a tool that declares one is compared by it there.
  const isGiven = column === 'seed' && [before, after].every(tool => typeof member(tool, 'riskLevel') === 'string');
  return isGiven ? parts : [...parts, ...riskMoves(before, after)];
}

function partMoves(key: string, before: Json | undefined, after: Json | undefined): Move[] {
  const pointer = child('', key);
  switch (key) {
    case 'inputSchema':
    case 'outputSchema':
      return schemaMoves(key, before, after);
    case 'description':
    case 'title':
      return [memberMove(pointer, before, after)];
    case 'annotations':
      return annotationMoves(pointer, before, after);
    case '_meta':
      return metaMoves(pointer, before, after);
    case 'icons':
      return [iconsMove(pointer, before, after)];
    case 'riskLevel':
      return [declaredRiskMove(pointer, before, after)];
    default:
      return [otherMove(pointer, before, after, MCP_MEMBERS.tools)];
  }
}

/** A member that should be text; anything else in its place is judged as any other member. */
function memberMove(pointer: string, before: Json | undefined, after: Json | undefined): Move {
  if (!isAbsentOrText(before) || !isAbsentOrText(after)) return otherMove(pointer, before, after, MCP_MEMBERS.tools);
  return textMove(pointer, before, after, { typo: 'text.typo', reworded: 'text.reworded' });
}

function isAbsentOrText(value: Json | undefined): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function otherMove(pointer: string, before: Json | undefined, after: Json | undefined, known: readonly string[]): Move {
  const place = { pointer, ...sides(before, after) };
  if (isSilent(pointer, before, after, known)) return { row: 'member.equivalent', class: 'equivalent', ...place };
  return { row: 'member.changed', class: 'changed', ...place };
}

/** What is no icon as MCP knows it can hold a sentence for a model. */
function iconsMove(pointer: string, before: Json | undefined, after: Json | undefined): Move {
  if (!areIcons(before) || !areIcons(after)) return otherMove(pointer, before, after, MCP_MEMBERS.tools);
  return { row: 'meta.changed', class: 'changed', pointer, ...sides(before, after) };
}

/** Absent, null and {} say the same: nothing. */
function annotationMoves(pointer: string, before: Json | undefined, after: Json | undefined): Move[] {
  const [old, now] = [before ?? {}, after ?? {}];
  if (!isJsonObject(old) || !isJsonObject(now)) {
    return [{ row: 'hint.changed', class: 'changed', pointer, ...sides(before, after) }];
  }
  const moves = eitherKeys(old, now)
    .filter(key => !sameJson(member(old, key), member(now, key)))
    .map(key => annotationMove(key, child(pointer, key), member(old, key), member(now, key)));
  if (moves.length > 0) return moves;
  return [{ row: 'member.equivalent', class: 'equivalent', pointer, ...sides(before, after) }];
}

function annotationMove(key: string, pointer: string, before: Json | undefined, after: Json | undefined): Move {
  const place = { pointer, ...sides(before, after) };
  if (isSilent(pointer, before, after, MCP_MEMBERS.toolAnnotations)) {
    return { row: 'member.equivalent', class: 'equivalent', ...place };
  }
  if (key === 'title' && isAbsentOrText(before) && isAbsentOrText(after)) return memberMove(pointer, before, after);
  return { row: 'hint.changed', class: 'changed', ...place };
}

function metaMoves(pointer: string, before: Json | undefined, after: Json | undefined): Move[] {
  const [old, now] = [before ?? {}, after ?? {}];
  const whole: Move = { row: 'meta.changed', class: 'changed', pointer, ...sides(before, after) };
  if (!isJsonObject(old) || !isJsonObject(now)) return [whole];
  const moved = eitherKeys(old, now).filter(key => !sameJson(member(old, key), member(now, key)));
  if (moved.length === 0) return [whole];
  return moved.map(key => ({
    row: key === METADATA_KEY ? 'behavior.changed' : isUiKey(key) ? 'meta.ui' : 'meta.changed',
    class: 'changed',
    pointer: child(pointer, key),
    ...sides(member(old, key), member(now, key)),
  }));
}

function declaredRiskMove(pointer: string, before: Json | undefined, after: Json | undefined): Move {
  return { type: 'risk_level_changed', row: 'risk.changed', class: 'changed', pointer, ...sides(before, after) };
}

/** Assessed on both sides by this version: what a lock or a server says of its own risk decides nothing. */
function riskMoves(before: JsonObject, after: JsonObject): Move[] {
  const [old, now] = [assessRisk(before), assessRisk(after)];
  if (old.level === now.level) return [];
  const isRaised = rank(now.level) > rank(old.level);
  const cause = (isRaised ? now : old).reasons.find(({ level }) => level === (isRaised ? now : old).level);
  return [
    {
      type: 'risk_level_changed',
      row: 'risk.changed',
      class: isRaised ? 'raised' : 'lowered',
      pointer: '',
      before: old.level,
      after: now.level,
      ...(cause === undefined
        ? {}
        : { note: `${isRaised ? 'Because of' : 'No longer'} ${inert(cause.pointer)}: ${cause.message}` }),
    },
  ];
}

function rank(level: RiskLevel): number {
  return RISK_LEVELS.indexOf(level);
}
