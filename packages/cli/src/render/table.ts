import { inert } from '@toolmark/core';

/** As long as the description of a tool may be. */
const LONGEST = 4096;

/** Rows in columns, without what could steer a terminal. Cells that are too long are cut, in the last column only floods. */
export function formatTable(rows: readonly (readonly string[])[], widest = 40): string {
  const cells = rows.map(row =>
    row.map((cell, at) => (at === row.length - 1 ? inert(cut(cell, LONGEST)) : cut(inert(cell), widest))),
  );
  const widths = (cells[0] ?? []).map((_, at) =>
    cells.reduce((width, row) => Math.max(width, row[at]?.length ?? 0), 0),
  );
  const lines = cells.map(row =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return lines.map(line => `${line}\n`).join('');
}

function cut(text: string, widest: number): string {
  return text.length <= widest ? text : `${text.slice(0, widest - 1)}…`;
}
