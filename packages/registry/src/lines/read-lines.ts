export type Line =
  | { readonly number: number; readonly bytes: Uint8Array }
  /** Longer than allowed; skipped without being kept in memory. */
  | { readonly number: number; readonly bytes: undefined };

const LINE_FEED = 0x0a;

/** The lines of a stream without line feeds. At most one line and one chunk are in memory. */
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
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      yield finish();
    }
    add(chunk.subarray(from));
  }
  if (size > 0) yield finish();

  function add(part: Uint8Array): void {
    size += part.length;
    if (size > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  }
}
