/** `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * The number somebody wrote. A double beyond 2^53 was written as `1e23`; its exact value is another number, which
 * nobody meant. So doubles stand for their shortest decimal, as in every JSON writer.
 */
export function meant(value: number | bigint): number | bigint {
  if (typeof value === 'bigint' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return scale(decimal(value), 0);
}

/** Whether a number is a whole multiple of another, in exact decimal arithmetic: 0.0075 is 75 times 0.0001. */
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
