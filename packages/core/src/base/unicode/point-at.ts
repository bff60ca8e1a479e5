/** The code point that begins at a place in a text; 0 behind its end. */
export function pointAt(text: string, at: number): number {
  return text.codePointAt(at) ?? 0;
}
