import { isSqlite } from './kind.ts';
import { runAll, type Statement, type Value } from './statement.ts';
import type { Tables, Writer } from './tables.ts';

export interface InsertOptions {
  /** What is there already stays as it is. */
  readonly ignoreKnown?: boolean;
}

export async function insertRows<Table extends keyof Tables>(
  writer: Writer,
  table: Table,
  rows: readonly Tables[Table][],
  options: InsertOptions = {},
): Promise<void> {
  await runAll(writer, rowsInto(writer, table, rows, options));
}

/**
 * Statements that insert many rows of one table. For PostgreSQL it is one, because each is a journey; for SQLite one for each
 * row, because there a statement that is prepared costs nothing but its work.
 */
export function rowsInto<Table extends keyof Tables>(
  writer: Writer,
  table: Table,
  rows: readonly Tables[Table][],
  { ignoreKnown = false }: InsertOptions = {},
): readonly Statement[] {
  const [first] = rows;
  if (first === undefined) return [];
  const names = Object.keys(first);
  const columns = names.map(name => `"${name}"`).join(', ');
  const rest = ignoreKnown ? ' on conflict do nothing' : '';
  if (!isSqlite(writer)) {
    const source = `json_populate_recordset(null::${table}, ?::json)`;
    const text = `insert into ${table} (${columns}) select ${columns} from ${source}${rest}`;
    return [{ text, values: [toJson(rows)] }];
  }
  const text = `insert into ${table} (${columns}) values (${names.map(() => '?').join(', ')})${rest}`;
  return (rows as readonly Row[]).map(row => ({ text, values: names.map(name => row[name] ?? null) }));
}

type Row = Readonly<Record<string, Value>>;

/** For PostgreSQL: no half of a character, which it refuses. Most rows are as they must be, and are not copied. */
export function toJson(rows: readonly object[]): string {
  return JSON.stringify((rows as readonly Row[]).map(row => (isWellFormed(row) ? row : toWellFormed(row))));
}

function isWellFormed(row: Row): boolean {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'string' && !value.isWellFormed()) return false;
  }
  return true;
}

function toWellFormed(row: Row): Row {
  const whole = (value: Value) => (typeof value === 'string' ? value.toWellFormed() : value);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, whole(value)]));
}
