/** One character of a terminal and how it looks. */
interface Cell {
  readonly character: string;
  readonly look: Look;
}

interface Look {
  readonly color: string | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

const COLUMNS = 104;
const CELL = { width: 8.4, height: 20 };
const MARGIN = { left: 22, top: 58, bottom: 20 };
const PLAIN: Look = { color: undefined, isBold: false, isDim: false };
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/** The colours that the command line uses, on the dark ground of the window: readable on pages of either kind. */
const COLORS: ReadonlyMap<number, string> = new Map([
  [31, '#ff7b72'],
  [32, '#7ee787'],
  [33, '#f2cc60'],
  [34, '#79c0ff'],
  [35, '#d2a8ff'],
  [36, '#76e3ea'],
  [90, '#8b949e'],
]);

/** What a terminal would show, as a picture that needs nothing from outside. */
export function terminalSvg(printed: string, title: string): string {
  const lines = printed
    .trimEnd()
    .split('\n')
    .flatMap(line => wrap(toCells(line)));
  const width = Math.ceil(MARGIN.left * 2 + COLUMNS * CELL.width);
  const height = MARGIN.top + lines.length * CELL.height + MARGIN.bottom;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="#0d1117" stroke="#3d444d"/>`,
    `<path d="M1 36 H${width - 1}" stroke="#21262d"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map((fill, i) => `<circle cx="${22 + i * 20}" cy="18" r="6" fill="${fill}"/>`),
    `<text x="${width / 2}" y="22" text-anchor="middle" font-family="${FONT}" font-size="13" fill="#8b949e">${escapeXml(title)}</text>`,
    `<g font-family="${FONT}" font-size="14" fill="#e6edf3" xml:space="preserve" style="white-space:pre">`,
    ...lines.flatMap((cells, row) => runsOf(cells).map(run => textOf(run, MARGIN.top + row * CELL.height + 4))),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function toCells(line: string): Cell[] {
  let look = PLAIN;
  // Every second part is the number of an escape sequence.
  return line.split(/\u001b\[(\d+)m/).flatMap((part, index) => {
    if (index % 2 === 0) return [...part].map(character => ({ character, look }));
    look = change(look, Number(part));
    return [];
  });
}

function change(look: Look, code: number): Look {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...look, isBold: true };
  if (code === 2) return { ...look, isDim: true };
  if (code === 22) return { ...look, isBold: false, isDim: false };
  if (code === 39) return { ...look, color: undefined };
  const color = COLORS.get(code);
  if (color === undefined) throw new Error(`The picture has no colour for the escape sequence ${code}.`);
  return { ...look, color };
}

/** Breaks a line that is too long between words, and goes on below its beginning. */
function wrap(cells: readonly Cell[]): (readonly Cell[])[] {
  if (cells.length <= COLUMNS) return [cells];
  const indent = cells.slice(
    0,
    Math.max(
      0,
      cells.findIndex(({ character }) => character !== ' '),
    ),
  );
  const space = cells.slice(0, COLUMNS + 1).findLastIndex(({ character }) => character === ' ');
  const end = space > indent.length ? space : COLUMNS;
  const rest = cells.slice(space > indent.length ? end + 1 : end);
  return [cells.slice(0, end), ...wrap([...indent, ...rest])];
}

interface Run {
  readonly column: number;
  readonly text: string;
  readonly look: Look;
}

function runsOf(cells: readonly Cell[]): Run[] {
  const runs: Run[] = [];
  for (const [column, { character, look }] of cells.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.look === look) runs.splice(-1, 1, { ...last, text: last.text + character });
    else runs.push({ column, text: character, look });
  }
  return runs.filter(({ text }) => text.trim() !== '');
}

/** Every run says how long it is, so that columns stay columns in whatever font there is. */
function textOf({ column, text, look }: Run, y: number): string {
  const lead = text.length - text.trimStart().length;
  const shown = text.trim();
  const x = (MARGIN.left + (column + lead) * CELL.width).toFixed(1);
  const length = ([...shown].length * CELL.width).toFixed(1);
  const fill = look.color ?? (look.isDim ? '#8b949e' : undefined);
  const attributes = `${fill === undefined ? '' : ` fill="${fill}"`}${look.isBold ? ' font-weight="600"' : ''}`;
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${attributes}>${escapeXml(shown)}</text>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
