/** Which of the numbers below `size` are in a set, one bit for each: small, so that a look at it costs little. */
export function bitsOf(numbers: readonly number[], size: number): Int32Array {
  const bits = new Int32Array((size + 31) >>> 5);
  for (const number of numbers) bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31));
  return bits;
}

export function hasBit(bits: Int32Array, number: number): boolean {
  return (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) !== 0;
}
