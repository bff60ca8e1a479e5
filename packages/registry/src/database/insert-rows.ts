import { isSqlite } from './kind.ts';
import { run, type Value } from './statement.ts';
import type { Tables, Writer } from './tables.ts';

export interface InsertOptions {
  /** What is there already stays as it is. */
  readonly ignoreKnown?: boolean;
}

/**
 * Many rows of one table. To PostgreSQL they go in one statement, because each is a journey; to SQLite one by one, because
 * there a statement that is prepared costs nothing but its work.
 */
export async function insertRows<Table extends keyof Tables>(
  writer: Writer,
  table: Table,
  rows: readonly Tables[Table][],
  { ignoreKnown = false }: InsertOptions = {},
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first);
  const columns = names.map(name => `"${name}"`).join(', ');
  const rest = ignoreKnown ? ' on conflict do nothing' : '';
  if (!isSqlite(writer)) {
    const source = `json_populate_recordset(null::${table}, ?::json)`;
    const text = `insert into ${table} (${columns}) select ${columns} from ${source}${rest}`;
    return await run(writer, { text, values: [toJson(rows)] });
  }
  const text = `insert into ${table} (${columns}) values (${names.map(() => '?').join(', ')})${rest}`;
  for (const row of rows as readonly Row[]) await run(writer, { text, values: names.map(name => row[name] ?? null) });
}

type Row = Readonly<Record<string, Value>>;

/** For PostgreSQL: bytes as it writes them, and no half of a character, which it refuses. */
export function toJson(rows: readonly object[]): string {
  const plain = (rows as readonly Row[]).map(row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toPlain(value)])),
  );
  return JSON.stringify(plain);
}

function toPlain(value: Value): string | number | null {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return typeof value === 'string' ? value.toWellFormed() : value;
}
