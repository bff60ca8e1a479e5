import { inert, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { assessRisk, MCP_MEMBERS, METADATA_KEY, RISK_LEVELS } from '../describe/index.ts';
import { changedMembers, type ItemChange, isText, type Place, placed, textChange } from './change.ts';
import { schemaChanges } from './schema-changes.ts';
import type { RowId, SeverityColumn } from './severity-table.ts';

/** The rows that classify the members of a tool, and of any other listed item. */
interface Rows {
  readonly typo: RowId;
  readonly reworded: RowId;
  readonly equivalent: RowId;
  readonly changed: RowId;
  readonly annotation: RowId;
  readonly meta: RowId;
  readonly ui: RowId;
}

const TOOL: Rows = {
  typo: 'text.typo',
  reworded: 'text.reworded',
  equivalent: 'member.equivalent',
  changed: 'member.changed',
  annotation: 'hint.changed',
  meta: 'meta.changed',
  ui: 'meta.ui',
};
const LISTED: Rows = {
  typo: 'listed.typo',
  reworded: 'listed.changed',
  equivalent: 'listed.equivalent',
  changed: 'listed.changed',
  annotation: 'listed.changed',
  meta: 'listed.meta',
  ui: 'listed.ui',
};

/** Every change in a tool whose digest changed; at least one. */
export function toolChanges(before: JsonObject, after: JsonObject, column: SeverityColumn): ItemChange[] {
  const changes = changedMembers(before, after).flatMap(toolMember);
  // The original specification takes a declared level as given instead of assessing it.
  const isGiven = column === 'seed' && [before, after].every(tool => typeof member(tool, 'riskLevel') === 'string');
  return isGiven ? changes : [...changes, ...riskChanges(before, after)];
}

/** Every change in a prompt, resource or template whose digest changed; at least one. */
export function listedChanges(before: JsonObject, after: JsonObject): ItemChange[] {
  return changedMembers(before, after).flatMap(listedMember);
}

function toolMember(place: Place): ItemChange[] {
  switch (place.key) {
    case 'inputSchema':
    case 'outputSchema':
      return schemaChanges(place.key, place.before, place.after);
    case 'description':
    case 'title':
      return [textOrOther(place, TOOL, MCP_MEMBERS.tools)];
    case 'annotations':
      return annotationChanges(place, TOOL, toolAnnotation);
    case '_meta':
      return toolMeta(place);
    case 'icons':
      return [isState(place) ? placed(place, TOOL.meta, 'changed') : otherChange(place, TOOL, MCP_MEMBERS.tools)];
    case 'riskLevel':
      return [{ type: 'risk_level_changed', ...placed(place, 'risk.changed', 'changed') }];
    default:
      return [otherChange(place, TOOL, MCP_MEMBERS.tools)];
  }
}

const LISTED_MEMBERS = [...MCP_MEMBERS.prompts, ...MCP_MEMBERS.resources, ...MCP_MEMBERS.templates];

function listedMember(place: Place): ItemChange[] {
  if (place.key === '_meta') return listedMeta(place);
  if (isState(place)) return [placed(place, LISTED.meta, 'changed')];
  if (place.key === 'arguments') return argumentChanges(place);
  if (place.key === 'annotations') return annotationChanges(place, LISTED, listedAnnotation);
  return [textOrOther(place, LISTED, LISTED_MEMBERS)];
}

const TEXTS = new Set(['description', 'title', 'name']);

/** A member that should be text; any other value is classified as any other member. */
function textOrOther(place: Place, rows: Rows, known: readonly string[]): ItemChange {
  const { key, before, after } = place;
  if (TEXTS.has(key) && isText(before) && isText(after)) return textChange(place, rows);
  return otherChange(place, rows, known);
}

/** A known member that is null or absent on both sides says nothing. The name of an unknown one is text by itself. */
function otherChange(place: Place, rows: Rows, known: readonly string[], changed = rows.changed): ItemChange {
  const isNothing = (place.before ?? null) === null && (place.after ?? null) === null;
  return isNothing && known.includes(place.key) ? equivalent(place, rows) : placed(place, changed, 'changed');
}

function equivalent(place: Place, rows: Rows): ItemChange {
  return placed(place, rows.equivalent, 'equivalent');
}

/** Absent, null and {} are equivalent. */
function annotationChanges(place: Place, rows: Rows, classify: (place: Place) => ItemChange): ItemChange[] {
  const changed = changedWithin(place);
  if (changed === undefined) return [placed(place, rows.annotation, 'changed')];
  return changed.length === 0 ? [equivalent(place, rows)] : changed.map(classify);
}

function toolAnnotation(place: Place): ItemChange {
  const { key, before, after } = place;
  const change = otherChange(place, TOOL, MCP_MEMBERS.toolAnnotations, TOOL.annotation);
  const isTitle = key === 'title' && isText(before) && isText(after);
  return isTitle && change.class !== 'equivalent' ? textChange(place, TOOL) : change;
}

function listedAnnotation(place: Place): ItemChange {
  // `lastModified` changes whenever the file behind a resource is saved.
  if (place.key === 'lastModified' && isState(place)) return placed(place, LISTED.meta, 'changed');
  return otherChange(place, LISTED, MCP_MEMBERS.resourceAnnotations);
}

function toolMeta(place: Place): ItemChange[] {
  const changed = changedWithin(place) ?? [];
  if (changed.length === 0) return [placed(place, TOOL.meta, 'changed')];
  return changed.map(inner => {
    const row = inner.key === METADATA_KEY ? 'behavior.changed' : isUiKey(inner.key) ? TOOL.ui : TOOL.meta;
    return placed(inner, row, 'changed');
  });
}

/** What `_meta` says about MCP Apps decides what a host renders; everything else in it is state. */
function listedMeta(place: Place): ItemChange[] {
  const changed = changedWithin(place) ?? [];
  const ui = changed.filter(({ key }) => isUiKey(key)).map(inner => placed(inner, LISTED.ui, 'changed'));
  return ui.length > 0 && ui.length === changed.length ? ui : [...ui, placed(place, LISTED.meta, 'changed')];
}

/** Members of `_meta` by which MCP Apps choose the page a host renders, and what that page may do. */
function isUiKey(key: string): boolean {
  return /^(?:io\.modelcontextprotocol\/)?ui(?:\/|$)/i.test(key);
}

/** The changed members of two objects; undefined unless both sides are an object, null or absent. */
function changedWithin({ pointer, before, after }: Place): Place[] | undefined {
  const [old, now] = [before ?? {}, after ?? {}];
  return isJsonObject(old) && isJsonObject(now) ? changedMembers(old, now, pointer) : undefined;
}

/** Whether both sides hold nothing but state: no text that a model could take for an instruction. */
function isState({ key, before, after }: Place): boolean {
  const check = Object.hasOwn(STATE, key) ? STATE[key] : undefined;
  return check !== undefined && [before ?? null, after ?? null].every(value => value === null || check(value));
}

const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

const STATE: Readonly<Record<string, (value: Json) => boolean>> = {
  icons: value => Array.isArray(value) && value.every(isIcon),
  lastModified: value => typeof value === 'string' && DATE.test(value),
  size: value => typeof value === 'number' || typeof value === 'bigint',
};

function isIcon(icon: Json): boolean {
  const known: readonly string[] = MCP_MEMBERS.icon;
  return isJsonObject(icon) && Object.keys(icon).every(key => known.includes(key));
}

/** Arguments of a prompt are compared by name; their order means nothing. */
function argumentChanges(place: Place): ItemChange[] {
  const [old, now] = [byName(place.before ?? []), byName(place.after ?? [])];
  if (old === undefined || now === undefined) return [otherChange(place, LISTED, LISTED_MEMBERS)];
  const removed = [...old.values()].filter(({ name }) => !now.has(name));
  const changes = [
    ...removed.map(({ index, argument }) => argumentPlace(place, index, argument, undefined)),
    ...[...now.values()].flatMap(({ name, index, argument }) => {
      const known = old.get(name);
      if (known === undefined) return [argumentPlace(place, index, undefined, argument)];
      return changedMembers(known.argument, argument, `${place.pointer}/${index}`).map(argumentMember);
    }),
  ];
  return changes.length > 0 ? changes : [equivalent(place, LISTED)];
}

function argumentPlace(
  { pointer }: Place,
  index: number,
  before: Json | undefined,
  after: Json | undefined,
): ItemChange {
  return placed({ pointer: `${pointer}/${index}`, before, after }, LISTED.changed, 'changed');
}

function argumentMember(place: Place): ItemChange {
  if (place.key !== 'required') return textOrOther(place, LISTED, MCP_MEMBERS.promptArgument);
  // An argument is optional by default.
  const isSame = (place.before ?? false) === (place.after ?? false);
  return isSame ? equivalent(place, LISTED) : placed(place, LISTED.changed, 'changed');
}

interface NamedArgument {
  readonly name: string;
  readonly index: number;
  readonly argument: JsonObject;
}

/** Undefined unless this is a list of objects with distinct names. */
function byName(list: Json): Map<string, NamedArgument> | undefined {
  if (!Array.isArray(list)) return undefined;
  const found = new Map<string, NamedArgument>();
  for (const [index, argument] of list.entries()) {
    const name = isJsonObject(argument) ? member(argument, 'name') : undefined;
    if (!isJsonObject(argument) || typeof name !== 'string' || found.has(name)) return undefined;
    found.set(name, { name, index, argument });
  }
  return found;
}

/** Assessed on both sides by this version: the level that a lock or a server states decides nothing. */
function riskChanges(before: JsonObject, after: JsonObject): ItemChange[] {
  const [old, now] = [assessRisk(before), assessRisk(after)];
  if (old.level === now.level) return [];
  const isRaised = RISK_LEVELS.indexOf(now.level) > RISK_LEVELS.indexOf(old.level);
  const higher = isRaised ? now : old;
  const cause = higher.reasons.find(({ level }) => level === higher.level);
  const note = cause && `${isRaised ? 'Because of' : 'No longer'} ${inert(cause.pointer)}: ${cause.message}`;
  const place = { key: '', pointer: '', before: old.level, after: now.level };
  const change = placed(place, 'risk.changed', isRaised ? 'raised' : 'lowered');
  return [{ type: 'risk_level_changed', ...change, ...(note !== undefined && { note }) }];
}
