import { ToolmarkError } from './error.ts';
import { type ExactJson, type ExactJsonObject, JsonFloat } from './exact-json.ts';

/**
 * The text Python's `json.dumps(value, sort_keys=True, separators=(',', ':'))` gives: what documents of schema 1.0
 * were signed over (docs/spec/intake.md). Read them with `readExactJson`, so that `1.0` stays a float.
 */
export function pythonForm(value: ExactJson): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      return Number.isInteger(value) ? BigInt(value).toString() : float(value);
    case 'bigint':
      return value.toString();
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      if (value === null) return 'null';
      if (value instanceof JsonFloat) return float(value.value);
      if (Array.isArray(value)) return `[${value.map(pythonForm).join(',')}]`;
      return object(value as ExactJsonObject);
  }
}

function object(members: ExactJsonObject): string {
  const keys = Object.keys(members).sort(byCodePoint);
  return `{${keys.map(key => `${quote(key)}:${pythonForm(members[key] as ExactJson)}`).join(',')}}`;
}

/** Python sorts by code point, JavaScript by UTF-16 unit: they differ between U+E000..U+FFFF and what lies above. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function quote(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Shortest digits as in JavaScript, spelled as Python does: exponents below 1e-4 and from 1e16, two digits at least. */
function float(value: number): string {
  if (!Number.isFinite(value)) throw new ToolmarkError('python-form.non-finite', `${value} is not JSON.`);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string];
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  const sign = value < 0 ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  return `${sign}${whole}.${digits.slice(power + 1) || '0'}`;
}
