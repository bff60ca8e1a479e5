/** `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The number as written. A double above 2^53 counts as its shortest decimal, as in JSON output, not as its exact value. */
export function meant(value: number | bigint): number | bigint {
  if (typeof value === 'bigint' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return scale(decimal(value), 0);
}

/** Uses exact decimal arithmetic: 0.0075 is 75 times 0.0001. */
export function isMultipleOf(value: number | bigint, divisor: number | bigint): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return Number(value) % Number(divisor) === 0;
  const a = decimal(value);
  const b = decimal(divisor);
  const exponent = Math.min(a.exponent, b.exponent);
  return scale(a, exponent) % scale(b, exponent) === 0n;
}

function decimal(value: number | bigint): Decimal {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const [mantissa = '0', power = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function scale(value: Decimal, exponent: number): bigint {
  return value.digits * 10n ** BigInt(value.exponent - exponent);
}
