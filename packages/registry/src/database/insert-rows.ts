import { isSqlite } from './kind.ts';
import { postgresArray } from './postgres-array.ts';
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
  const rest = ignoreKnown ? ' on conflict do nothing' : '';
  if (!isSqlite(writer)) return [rowsAsArrays(table, names, rows as readonly Row[], rest)];
  const text = `insert into ${table} (${listed(names)}) values (${names.map(() => '?').join(', ')})${rest}`;
  return (rows as readonly Row[]).map(row => ({ text, values: names.map(name => row[name] ?? null) }));
}

type Row = Readonly<Record<string, Value>>;

/** An array for each column. What is null in every row is left out: nothing is what it is filled with. */
function rowsAsArrays(table: string, names: readonly string[], rows: readonly Row[], rest: string): Statement {
  const columns = names.flatMap(name => {
    const array = postgresArray(rows.map(row => row[name] ?? null));
    return array === undefined ? [] : [{ name, ...array }];
  });
  const source = columns.map(({ type }) => `unnest(?::${type}[])`).join(', ');
  const text = `insert into ${table} (${listed(columns.map(({ name }) => name))}) select ${source}${rest}`;
  return { text, values: columns.map(({ bytes }) => bytes) };
}

function listed(names: readonly string[]): string {
  return names.map(name => `"${name}"`).join(', ');
}
