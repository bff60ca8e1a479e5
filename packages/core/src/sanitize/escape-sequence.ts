const ESC = 0x1b;
const BEL = 0x07;

/**
 * The length of the terminal escape sequence at `start`, or 0. Look-ahead stops at the next control character, so that
 * many unfinished sequences still take linear time.
 */
export function escapeSequenceLength(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === ESC) return afterEscape(text, start);
  if (first === 0x9b) return controlSequence(text, start, start + 1);
  if (first === 0x90 || first === 0x98 || (first >= 0x9d && first <= 0x9f))
    return controlString(text, start, start + 1);
  return 0;
}

function afterEscape(text: string, start: number): number {
  switch (text[start + 1]) {
    case '[':
      return controlSequence(text, start, start + 2);
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
      return controlString(text, start, start + 2);
    case '(':
    case ')':
    case '*':
    case '+':
      return /[0-9A-Za-z]/.test(text[start + 2] ?? '') ? 3 : 0;
    case '\\':
      return 2;
    default:
      return 0;
  }
}

/** CSI: parameters, intermediates, and one final character. */
function controlSequence(text: string, start: number, from: number): number {
  let i = from;
  while (isBetween(text.charCodeAt(i), 0x30, 0x3f)) i++;
  while (isBetween(text.charCodeAt(i), 0x20, 0x2f)) i++;
  return isBetween(text.charCodeAt(i), 0x40, 0x7e) ? i + 1 - start : 0;
}

/** OSC, DCS and similar: up to BEL or ST. Unterminated ones do not count. */
function controlString(text: string, start: number, from: number): number {
  let i = from;
  while (i < text.length && !isControl(text.charCodeAt(i))) i++;
  const end = text.charCodeAt(i);
  if (end === BEL || end === 0x9c) return i + 1 - start;
  return end === ESC && text[i + 1] === '\\' ? i + 2 - start : 0;
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

function isBetween(code: number, from: number, to: number): boolean {
  return code >= from && code <= to;
}
