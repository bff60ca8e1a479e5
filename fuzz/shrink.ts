/** Enough for inputs of a few thousand bytes. */
const MAX_TRIES = 2_000;

/** The input with every piece left out that the failure does not need. */
export async function shrink(
  input: Uint8Array,
  failsAlike: (input: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
  let smallest = input;
  let triesLeft = MAX_TRIES;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < smallest.length && triesLeft > 0; ) {
      const smaller = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      triesLeft--;
      if (await failsAlike(smaller)) smallest = smaller;
      else at += size;
    }
  }
  return Uint8Array.from(smallest);
}
