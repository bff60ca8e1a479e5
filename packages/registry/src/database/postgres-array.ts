import type { Value } from './statement.ts';

/** Types of PostgreSQL for what our values can be, with their numbers. Numbers fit any column of numbers: it converts them. */
const TYPES = { number: ['float8', 701], string: ['text', 25], object: ['bytea', 17] } as const;

export interface PostgresArray {
  /** Of its elements. */
  readonly type: (typeof TYPES)[keyof typeof TYPES][0];
  /** As PostgreSQL sends and takes arrays: nothing in it has to be escaped on one side and read letter by letter on the other. */
  readonly bytes: Buffer;
}

/** Many values of one kind as one parameter; none for a list that holds nothing but null. Half a character becomes U+FFFD. */
export function postgresArray(values: readonly Value[]): PostgresArray | undefined {
  const known = values.find(value => value !== null);
  if (known === undefined || known === null) return undefined;
  const [type, number] = TYPES[typeof known as keyof typeof TYPES];
  const bytes = Buffer.allocUnsafe(HEADER + values.reduce<number>((sum, value) => sum + 4 + sizeOf(value), 0));
  const header = [1, values.includes(null) ? 1 : 0, number, values.length, 1];
  let end = 0;
  for (const word of header) end = bytes.writeInt32BE(word, end);
  for (const value of values) end = write(bytes, value, end);
  return { type, bytes: bytes.subarray(0, end) };
}

/** Dimensions, whether it has nulls, the type, how many, and the number of the first. */
const HEADER = 5 * 4;

/** In bytes, at most. */
function sizeOf(value: Value): number {
  if (typeof value === 'number') return 8;
  if (typeof value === 'string') return 3 * value.length;
  return value?.length ?? 0;
}

/** The length of a value and the value. Where it ends. */
function write(bytes: Buffer, value: Value, at: number): number {
  if (value === null) return bytes.writeInt32BE(-1, at);
  const first = at + 4;
  const end = writeAlone(bytes, value, first);
  bytes.writeInt32BE(end - first, at);
  return end;
}

function writeAlone(bytes: Buffer, value: string | number | Uint8Array, at: number): number {
  if (typeof value === 'number') return bytes.writeDoubleBE(value, at);
  if (typeof value === 'string') return at + bytes.write(value, at);
  bytes.set(value, at);
  return at + value.length;
}
