import type { Json } from '../base/index.ts';
import type { DriftSeverity, RowId } from './severity-table.ts';

export type ChangeType =
  | `${'tool' | 'prompt' | 'resource' | 'template'}_${'added' | 'removed' | 'changed'}`
  | 'risk_level_changed'
  | 'instructions_changed'
  | 'package_changed';

/** What kind of move it was: for schemas by what they accept, for texts by size, for levels by direction. */
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

/** One thing that moved. */
export interface Change {
  readonly type: ChangeType;
  readonly severity: DriftSeverity;
  readonly class: ChangeClass;
  /** The row of the severity table that decided. */
  readonly row: RowId;
  /** The tool, for changes of tools. */
  readonly tool?: string;
  /** The name, uri or uriTemplate, for changes of anything else that is listed. */
  readonly name?: string;
  /** Into the definition; empty for the whole of it. */
  readonly pointer: string;
  /** Absent where there was nothing. */
  readonly before?: Json;
  /** Absent where there is nothing now. */
  readonly after?: Json;
  readonly note?: string;
}

/** A change that does not know yet whose it is, and how bad. */
export interface Move {
  readonly row: RowId;
  readonly class: ChangeClass;
  readonly pointer: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly note?: string;
  /** Only where it is not the change of the item itself. */
  readonly type?: ChangeType;
}

/** The two values of a move; what is not there on a side is left out. */
export function sides(before: Json | undefined, after: Json | undefined): Pick<Move, 'before' | 'after'> {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}
