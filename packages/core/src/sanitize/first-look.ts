import { CATEGORY, IS, propertiesOf } from '../base/index.ts';

/** The first place from `start` on, and before `until`, that has to be looked at closely; `until` if there is none. */
export function findSuspect(text: string, start: number, until: number): number {
  table ??= makeTable();
  const units = table;
  let i = start;
  let plain = 0;
  while (i < until) {
    const code = text.charCodeAt(i);
    if (units[code] !== 0) return i;
    i++;
    plain = isPlain(code) ? plain + 1 : 0;
    if (plain < MANY_PLAIN) continue;
    // Behind so many plain characters there are more, which the engine skips faster.
    i = findOdd(text, i, until);
    plain = 0;
  }
  return until;
}

const MANY_PLAIN = 16;
const ODD = /[^\n\t -~]/g;

function findOdd(text: string, start: number, until: number): number {
  ODD.lastIndex = start;
  return ODD.test(text) ? Math.min(until, ODD.lastIndex - 1) : until;
}

function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

/** Whether a text has nothing but printable ASCII, tabs and line feeds. An engine answers this fastest in this form. */
export function isPlainAscii(text: string): boolean {
  return !/[^\n\t -~]/.test(text);
}

/** Whether a code point may have to go, depending on what stands around it. */
export function isSuspect(point: number): boolean {
  const properties = propertiesOf(point);
  const category = properties & 15;
  if (category <= CATEGORY.surrogate || category === CATEGORY.separator) return point !== 0x0a && point !== 0x09;
  return (properties & (IS.defaultIgnorable | IS.variationSelector)) !== 0;
}

// Made when first asked for, for texts that are not ASCII.
let table: Uint8Array | undefined;

function makeTable(): Uint8Array {
  const units = new Uint8Array(0x10000);
  for (let unit = 0; unit < units.length; unit++) units[unit] = isSuspect(unit) ? 1 : 0;
  return units;
}
