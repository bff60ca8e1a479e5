import { CompiledQuery } from 'kysely';
import { withoutAnswer } from './answerless.ts';
import { isSqlite } from './kind.ts';
import type { Reader } from './tables.ts';

/** SQL with its values apart. Composed from pieces as text, because what is asked often is asked too often to build a tree each. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

export type Value = string | number | Uint8Array | null;

/** A statement from a template: values become parameters, statements become part of the text. */
export function sql(parts: TemplateStringsArray, ...given: readonly (Statement | Value)[]): Statement {
  let text = parts[0] ?? '';
  const values: Value[] = [];
  for (const [index, item] of given.entries()) {
    if (isStatement(item)) {
      text += item.text;
      values.push(...item.values);
    } else {
      text += MARK;
      values.push(item);
    }
    text += parts[index + 1] ?? '';
  }
  return { text, values };
}

function isStatement(item: Statement | Value): item is Statement {
  return typeof item === 'object' && item !== null && 'text' in item;
}

export function join(statements: readonly Statement[], between: string): Statement {
  return {
    text: statements.map(({ text }) => text).join(between),
    values: statements.flatMap(({ values }) => values),
  };
}

/** The rows that a statement gives; none for one that only changes something. */
export async function select<Row>(db: Reader, statement: Statement): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>(compile(db, statement));
  return rows;
}

/** For a statement that only changes something. That it failed may be known only with the next, or at the end. */
export async function run(db: Reader, statement: Statement): Promise<void> {
  await db.executeQuery(withoutAnswer(compile(db, statement)));
}

function compile(db: Reader, { text, values }: Statement): CompiledQuery {
  let count = 0;
  const numbered = isSqlite(db) ? text : text.replaceAll(MARK, () => `$${++count}`);
  return CompiledQuery.raw(numbered, [...values]);
}

/**
 * Statements that change rows of different tables and need nothing of each other. To PostgreSQL they go in one journey; there
 * none of them sees what another does.
 */
export async function runAll(db: Reader, statements: readonly Statement[]): Promise<void> {
  const last = statements.at(-1);
  if (last === undefined) return;
  if (isSqlite(db)) {
    for (const statement of statements) await run(db, statement);
    return;
  }
  const others = statements.slice(0, -1).map(({ text, values }, index) => ({ text: `s${index} as (${text})`, values }));
  await run(db, others.length === 0 ? last : sql`with ${join(others, ', ')} ${last}`);
}

/** SQLite's own mark. No text of ours has a question mark elsewhere, and none of a stranger's is part of a text. */
const MARK = '?';
