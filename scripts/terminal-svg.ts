const COLUMNS = 104;
const CELL = { width: 8.4, height: 20 };
const MARGIN = { x: 22, top: 34, bottom: 8 };
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/** What an escape sequence adds to the style; an empty value resets it. */
const STYLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  0: { fill: '', 'font-weight': '' },
  1: { 'font-weight': '600' },
  2: { fill: '#8b949e' },
  22: { fill: '', 'font-weight': '' },
  31: { fill: '#ff7b72' },
  32: { fill: '#7ee787' },
  33: { fill: '#f2cc60' },
  34: { fill: '#79c0ff' },
  35: { fill: '#d2a8ff' },
  36: { fill: '#76e3ea' },
  39: { fill: '' },
  90: { fill: '#8b949e' },
};

interface Cell {
  readonly character: string;
  /** Attributes of the SVG element. */
  readonly style: string;
}

/** Draws terminal output as a self-contained SVG. */
export function terminalSvg(printed: string, title: string): string {
  const lines = printed
    .trimEnd()
    .split('\n')
    .flatMap(line => wrap(toCells(line)));
  const width = Math.ceil(MARGIN.x * 2 + COLUMNS * CELL.width);
  const height = MARGIN.top + lines.length * CELL.height + MARGIN.bottom;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="#0d1117" stroke="#3d444d"/>`,
    `<g font-family="${FONT}" font-size="14" fill="#e6edf3" xml:space="preserve" style="white-space:pre">`,
    ...lines.flatMap((cells, row) => textsOf(cells, MARGIN.top + row * CELL.height)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function toCells(line: string): Cell[] {
  const attributes = new Map<string, string>();
  // Every second part is the number of an escape sequence.
  return line.split(/\u001b\[(\d+)m/).flatMap((part, index) => {
    if (index % 2 === 0) {
      const style = [...attributes].map(([name, value]) => (value === '' ? '' : ` ${name}="${value}"`)).join('');
      return [...part].map(character => ({ character, style }));
    }
    const changes = STYLES[part];
    if (changes === undefined) throw new Error(`Unknown escape sequence: ${part}.`);
    for (const [name, value] of Object.entries(changes)) attributes.set(name, value);
    return [];
  });
}

/** Breaks a long line between words and keeps its indentation. */
function wrap(cells: readonly Cell[]): (readonly Cell[])[] {
  if (cells.length <= COLUMNS) return [cells];
  const indent = cells.findIndex(({ character }) => character !== ' ');
  const space = cells.slice(0, COLUMNS + 1).findLastIndex(({ character }) => character === ' ');
  const [end, next] = space > indent ? [space, space + 1] : [COLUMNS, COLUMNS];
  return [cells.slice(0, end), ...wrap([...cells.slice(0, Math.max(0, indent)), ...cells.slice(next)])];
}

/** One element per run of equal style, with its length, so that columns stay aligned in every font. */
function textsOf(cells: readonly Cell[], y: number): string[] {
  const starts = cells.flatMap(({ style }, column) => (style === cells[column - 1]?.style ? [] : [column]));
  return starts.flatMap((start, index) => {
    const run = cells
      .slice(start, starts[index + 1])
      .map(({ character }) => character)
      .join('');
    const text = run.trim();
    if (text === '') return [];
    const x = (MARGIN.x + (start + run.indexOf(text)) * CELL.width).toFixed(1);
    const length = ([...text].length * CELL.width).toFixed(1);
    return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${cells[start]?.style}>${escapeXml(text)}</text>`;
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
