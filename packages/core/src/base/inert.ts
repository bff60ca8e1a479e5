/**
 * Characters that steer a terminal, reorder text or cannot be seen: C0 and C1 controls, line and paragraph separators,
 * soft hyphen, zero-width and bidi controls, fillers, variation selectors, interlinear marks, private use, tags.
 */
const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what this pattern is for.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]/gu;

/** Untrusted text made safe to show anywhere: what steers or hides is spelled out as a visible `\u{…}` escape. */
export function inert(text: string): string {
  return text.replace(STEERING, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Inert, on one line, in double quotes, and cut so that a hostile name cannot flood a message. */
export function quoteInert(text: string, maxLength = 80): string {
  const points = [...text.slice(0, maxLength * 2)];
  const cut = points.length > maxLength ? `${points.slice(0, maxLength).join('')}…` : text;
  return `"${inert(cut)}"`;
}

/** The same protection for JSON text, without losing a bit: outside strings JSON has none of these characters. */
export function inertJson(json: string): string {
  return json.replace(STEERING, character =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()]
          .map(i => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
          .join(''),
  );
}
