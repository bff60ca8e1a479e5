/** As many rows as fit, at least one. */
export function withinBytes<Row extends { readonly size: number }>(
  rows: readonly Row[],
  maxBytes: number,
): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += row.size;
    return index > 0 && bytes > maxBytes;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
