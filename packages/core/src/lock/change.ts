import { child, equalJson, type Json, type JsonObject, member } from '../base/index.ts';
import type { DriftSeverity, RowId } from './severity-table.ts';
import { isTypoFix } from './typo-fix.ts';

export type ChangeType =
  | `${'tool' | 'prompt' | 'resource' | 'template'}_${'added' | 'removed' | 'changed'}`
  | 'risk_level_changed'
  | 'instructions_changed'
  | 'package_changed'
  | 'package_unpinned'
  | `dependency_${'added' | 'removed' | 'changed'}`
  | 'install_script_added'
  | 'signed_update'
  | 'rollback';

/** Schemas are classified by what they accept, texts by the size of the edit, risk levels by direction. */
export type ChangeClass =
  | 'added'
  | 'removed'
  | 'changed'
  | 'equivalent'
  | 'widened'
  | 'narrowed'
  | 'typo'
  | 'reworded'
  | 'raised'
  | 'lowered';

/** A change in one item, before the item and the severity are known. */
export interface ItemChange {
  readonly class: ChangeClass;
  /** The row of the severity table that applies. */
  readonly row: RowId;
  /** Into the definition; empty for the whole definition. */
  readonly pointer: string;
  /** Absent where there was nothing. */
  readonly before?: Json;
  /** Absent where there is nothing now. */
  readonly after?: Json;
  readonly note?: string;
  /** Only where it differs from the type of the item. */
  readonly type?: ChangeType;
}

/** One difference between a server and its lock. */
export interface Change extends ItemChange {
  readonly type: ChangeType;
  readonly severity: DriftSeverity;
  /** The tool, for changes of tools. */
  readonly tool?: string;
  /** The name, uri or uriTemplate, for changes of other listed items; of a dependency its place in the tree. */
  readonly name?: string;
}

/** A change without its severity. */
export type Difference = Omit<Change, 'severity'>;

/** A place where two definitions differ. */
export interface Place {
  /** The last key of the pointer. */
  readonly key: string;
  readonly pointer: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The members in which two objects differ, sorted by key. */
export function changedMembers(before: JsonObject, after: JsonObject, pointer = ''): Place[] {
  return eitherKeys(before, after)
    .map(key => ({ key, pointer: child(pointer, key), before: member(before, key), after: member(after, key) }))
    .filter(place => !equalJson(place.before, place.after));
}

export function eitherKeys(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
}

/** A classified place; a side that holds nothing is left out. */
export function placed({ pointer, before, after }: Omit<Place, 'key'>, row: RowId, kind: ChangeClass): ItemChange {
  return { row, class: kind, pointer, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

export function isText(value: Json | undefined): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/** A text that was added, removed or edited. Only an edit can be a typo fix. */
export function textChange(
  place: Omit<Place, 'key'>,
  rows: { readonly typo: RowId; readonly reworded: RowId },
): ItemChange {
  const { before, after } = place;
  const isTypo = typeof before === 'string' && typeof after === 'string' && isTypoFix(before, after);
  return isTypo ? placed(place, rows.typo, 'typo') : placed(place, rows.reworded, 'reworded');
}
