export type Line =
  | { readonly number: number; readonly bytes: Uint8Array }
  /** Longer than allowed; it was passed over without being kept. */
  | { readonly number: number; readonly bytes: undefined };

const LINE_FEED = 0x0a;

/** The lines of a stream, without their line feeds, one at a time. At most one line and one piece are in memory. */
export async function* readLines(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  const finish = (): Line => {
    const bytes = size > maxBytes ? undefined : new Uint8Array(Buffer.concat(parts, size));
    parts = [];
    size = 0;
    return { number: number++, bytes };
  };
  for await (const piece of source) {
    let from = 0;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, from)) {
      add(piece.subarray(from, at));
      from = at + 1;
      yield finish();
    }
    add(piece.subarray(from));
  }
  if (size > 0) yield finish();

  function add(part: Uint8Array): void {
    size += part.length;
    if (size > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  }
}
