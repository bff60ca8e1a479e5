import type { DatabaseKind } from './connection.ts';

/** Migrations are only ever added; there is no way back. */
export interface Migration {
  statements(kind: DatabaseKind): readonly string[];
  /** Whether the search words of all tools must be written again, by current code on current tables. */
  readonly newWords?: boolean;
}
