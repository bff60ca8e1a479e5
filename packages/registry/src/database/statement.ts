/** SQL text and its values. Values never become part of the text; `?` marks where they go. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

export type Value = string | number | Uint8Array | null;

/** Builds a statement from a template: values become parameters, statements become part of the text. */
export function sql(parts: TemplateStringsArray, ...given: readonly (Statement | Value)[]): Statement {
  let text = parts[0] ?? '';
  const values: Value[] = [];
  for (const [index, item] of given.entries()) {
    const piece = isStatement(item) ? item : { text: '?', values: [item] };
    text += piece.text + (parts[index + 1] ?? '');
    values.push(...piece.values);
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

/** Values as parameters with commas between them, for `in (…)`. */
export function list(values: readonly Value[]): Statement {
  return { text: values.map(() => '?').join(', '), values };
}

/** A trusted number as text: SQLite plans a statement whose limit is a parameter again on every use. */
export function literal(number: number): Statement {
  return { text: String(Math.trunc(number)), values: [] };
}
