import { inertJson, isJsonObject, type Json, writeJson } from '../base/index.ts';

/** JSON for a file that people review: sorted, one member a line, nothing invisible (docs/spec/lockfile.md, section 2). */
export function writeText(value: Json): string {
  return `${write(value, '')}\n`;
}

function write(value: Json, indent: string): string {
  if (Array.isArray(value)) {
    return wrap(
      '[',
      value.map((item: Json) => write(item, `${indent}  `)),
      ']',
      indent,
    );
  }
  if (!isJsonObject(value)) return scalar(value);
  // The default sort compares UTF-16 code units, as JCS does.
  const members = Object.keys(value).sort();
  const lines = members.map(key => `${scalar(key)}: ${write(value[key] as Json, `${indent}  `)}`);
  return wrap('{', lines, '}', indent);
}

/** What cannot be seen or steers a terminal is escaped: a reviewer must meet it. */
function scalar(value: Json): string {
  const text = writeJson(value);
  return typeof value === 'string' ? inertJson(text) : text;
}

function wrap(open: string, lines: readonly string[], close: string, indent: string): string {
  if (lines.length === 0) return open + close;
  return `${open}\n${lines.map(line => `${indent}  ${line}`).join(',\n')}\n${indent}${close}`;
}
