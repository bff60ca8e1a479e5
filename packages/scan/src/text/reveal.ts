const TAGS = /[\u{e0020}-\u{e007e}]{1,4096}/gu;
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,4096}/gu;
const BITS = /[\u200b\u200c\u200d\u2060\u2062\u2063\u2064\ufeff]{16,4096}/g;

/** Decodes text hidden in tag characters, in variation selectors as bytes, and in two zero-width characters as bits. */
export function revealHidden(text: string): string[] {
  return [
    ...(text.match(TAGS) ?? []).map(run => shift(run, 0xe0000)),
    ...(text.match(SELECTORS) ?? []).map(selectorBytes),
    ...(text.match(BITS) ?? []).flatMap(bitBytes),
  ].filter(found => found.trim() !== '');
}

function shift(run: string, by: number): string {
  return mapPoints(run, point => point - by);
}

function selectorBytes(run: string): string {
  return mapPoints(run, point => (point < 0xe0100 ? point - 0xfe00 : point - 0xe0100 + 16));
}

/** Either of the two characters may mean 0, so both readings are tried. */
function bitBytes(run: string): string[] {
  const [zero = ''] = run;
  return [zero, ''].flatMap(first => {
    const bits = Array.from(run, character => ((character === zero) === (first === zero) ? '0' : '1')).join('');
    const bytes = (bits.match(/[01]{8}/g) ?? []).map(byte => Number.parseInt(byte, 2));
    const readable = bytes.every(byte => byte >= 9 && byte < 127);
    return readable ? [String.fromCharCode(...bytes)] : [];
  });
}

function mapPoints(run: string, map: (point: number) => number): string {
  return Array.from(run, character => String.fromCharCode(map(character.codePointAt(0) ?? 0))).join('');
}
