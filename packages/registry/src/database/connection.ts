import { join, list, type Statement, sql, type Value } from './statement.ts';
import type { Tables } from './tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** Reads rows. The type of a row is what the caller says it is: the contract suite runs every statement on both databases. */
export interface Reader {
  readonly kind: DatabaseKind;
  all<Row>(statement: Statement): Promise<readonly Row[]>;
  /** The first row, or undefined. */
  find<Row>(statement: Statement): Promise<Row | undefined>;
  /** The first row. Throws when there is none. */
  get<Row>(statement: Statement): Promise<Row>;
}

/** Reads and changes rows inside one transaction. `Database.write` creates it. */
export interface Writer extends Reader {
  run(statement: Statement): Promise<void>;
}

/** Sends one statement with its parameters. */
export interface Driver {
  rows(text: string, values: readonly Value[]): Promise<readonly unknown[]>;
  run(text: string, values: readonly Value[]): Promise<void>;
}

export function createWriter(kind: DatabaseKind, driver: Driver): Writer {
  const textOf = (text: string) => (kind === 'sqlite' ? text : numberParameters(text));
  const all = async <Row>({ text, values }: Statement) => (await driver.rows(textOf(text), values)) as readonly Row[];
  return {
    kind,
    all,
    find: async <Row>(statement: Statement) => (await all<Row>(statement))[0],
    get: async <Row>(statement: Statement) => {
      const [row] = await all<Row>(statement);
      if (row === undefined) throw new Error(`no row: ${statement.text}`);
      return row;
    },
    run: ({ text, values }) => driver.run(textOf(text), values),
  };
}

/** PostgreSQL numbers its parameters. Statements contain no other question marks. */
function numberParameters(text: string): string {
  let count = 0;
  return text.replaceAll('?', () => `$${++count}`);
}

/** `column in (…)` for any number of texts in one parameter, looked up in an index. */
export function isIn({ kind }: Reader, column: string, texts: readonly string[]): Statement {
  const name = { text: column, values: [] };
  const json = JSON.stringify(texts);
  if (kind === 'sqlite') return sql`${name} in (select value from json_each(${json}))`;
  // An array is looked up in the index; a subquery could be joined by reading the whole table.
  return sql`${name} = any(array(select json_array_elements_text(${json}::json)))`;
}

/** Less than the 65,535 parameters that PostgreSQL accepts. */
const MAX_PARAMETERS = 30_000;

/** Inserts many rows of one table; with `ignoreKnown`, rows whose key exists stay as they are. */
export async function insertRows<Table extends keyof Tables>(
  writer: Writer,
  table: Table,
  rows: readonly Tables[Table][],
  { ignoreKnown = false }: { readonly ignoreKnown?: boolean } = {},
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = columns.map(name => `"${name}"`).join(', ');
  // A round trip to PostgreSQL costs more than a row; a prepared statement of SQLite costs nothing but its row.
  const size = writer.kind === 'sqlite' ? 1 : Math.floor(MAX_PARAMETERS / columns.length);
  for (let start = 0; start < rows.length; start += size) {
    const some = rows.slice(start, start + size) as readonly Readonly<Record<string, Value>>[];
    const tuples = some.map(row => sql`(${list(columns.map(name => row[name] ?? null))})`);
    const into = { text: `insert into ${table} (${names}) values `, values: [] };
    await writer.run(sql`${into}${join(tuples, ', ')}${ignoreKnown ? sql` on conflict do nothing` : sql``}`);
  }
}
