type Outcome<T> = PromiseSettledResult<T> | undefined;

/**
 * The outcomes when all are settled or the time is over; undefined for those still pending. With `isGood`, the time starts after the
 * first good outcome.
 */
export async function settledInTime<T>(
  work: readonly Promise<T>[],
  isGood: ((value: T) => boolean) | undefined,
  timeMs: number | undefined,
): Promise<readonly Outcome<T>[]> {
  const outcomes: Outcome<T>[] = work.map(() => undefined);
  const all = work.map(async (one, index) => {
    [outcomes[index]] = await Promise.allSettled([one]);
    return outcomes[index];
  });
  const good = new Promise<void>(resolve => {
    if (isGood === undefined) resolve();
    else for (const one of all) void one.then(done => done?.status === 'fulfilled' && isGood(done.value) && resolve());
  });
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>(resolve => {
    if (timeMs !== undefined) timer = setTimeout(resolve, timeMs);
  });
  await Promise.race([Promise.all(all), Promise.all([good, over])]);
  clearTimeout(timer);
  return [...outcomes];
}
