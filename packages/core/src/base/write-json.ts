import { isJsonObject, type Json } from './json.ts';

/**
 * JSON text, formatted as `JSON.stringify` does. Integers beyond 2^53 keep every digit, so that a proxy can forward them;
 * `JSON.stringify` throws on a bigint.
 */
export function writeJson(value: Json, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    // Of all that JSON can hold, these integers are what it throws at.
    return write(value, ' '.repeat(indent), '');
  }
}

function write(value: Json, unit: string, before: string): string {
  if (typeof value === 'bigint') return String(value);
  const inside = before + unit;
  if (Array.isArray(value))
    return list(
      '[',
      ']',
      value.map(item => write(item, unit, inside)),
      unit,
      before,
    );
  if (!isJsonObject(value)) return JSON.stringify(value);
  const colon = unit === '' ? ':' : ': ';
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => JSON.stringify(key) + colon + write(item, unit, inside));
  return list('{', '}', members, unit, before);
}

function list(open: string, close: string, items: readonly string[], unit: string, before: string): string {
  if (unit === '' || items.length === 0) return open + items.join(',') + close;
  return `${open}\n${items.map(item => before + unit + item).join(',\n')}\n${before}${close}`;
}
