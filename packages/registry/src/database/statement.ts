import { CompiledQuery } from 'kysely';
import { isSqlite } from './kind.ts';
import type { Reader } from './tables.ts';

/** SQL with its values apart. Composed from pieces as text, because searches are asked too often to build a tree each. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** A statement from a template: values become parameters, statements become part of the text. */
export function sql(parts: TemplateStringsArray, ...given: readonly (Statement | string | number)[]): Statement {
  let text = parts[0] ?? '';
  const values: (string | number)[] = [];
  for (const [index, item] of given.entries()) {
    if (typeof item === 'object') {
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

export function join(statements: readonly Statement[], between: string): Statement {
  return {
    text: statements.map(({ text }) => text).join(between),
    values: statements.flatMap(({ values }) => values),
  };
}

export async function select<Row>(db: Reader, { text, values }: Statement): Promise<readonly Row[]> {
  let count = 0;
  const numbered = isSqlite(db) ? text : text.replaceAll(MARK, () => `$${++count}`);
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(numbered, [...values]));
  return rows;
}

/** SQLite's own mark. No text of ours has a question mark elsewhere, and none of a stranger's is part of a text. */
const MARK = '?';
