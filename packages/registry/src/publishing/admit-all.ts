import { nameKey, ToolmarkError } from '@toolmark/core';
import { may } from '../accounts/principal.ts';
import type { Writer } from '../database/tables.ts';
import type { Registry } from '../registry.ts';
import { admit, recordClaims } from './admit.ts';
import { type Admitted, type Claim, receiptFor } from './claim.ts';
import { type Around, lookAround } from './look-around.ts';
import { nameFilterOf } from './name-filter.ts';

/**
 * Owner and version rules and the records of many claims, inside one transaction, as if they came one after another. The
 * first claims of names that resemble nothing are recorded together; each of the others is judged by itself. What is
 * refused has changed nothing, and stands as its error in the place of its receipt.
 */
export async function admitAll(
  { database, now: clock }: Registry,
  writer: Writer,
  claims: readonly Claim[],
): Promise<readonly (Admitted | ToolmarkError)[]> {
  const now = clock();
  const filter = nameFilterOf(database);
  const around = await lookAround(writer, claims, now.getTime(), claims.every(isLookedAt) ? undefined : filter);
  const taken = new Set(around.taken);
  let last: number | undefined = around.last;
  let publishers: Around['publishers'] | undefined = around.publishers;
  const results: (Admitted | ToolmarkError)[] = [];
  let fresh: Claim[] = [];
  const flush = async () => {
    const newNames = new Set(fresh.map(({ inspected }) => inspected.name));
    if (fresh.length > 0) last = await recordClaims(writer, now, fresh, { last, newNames, publishers });
    fresh = [];
  };
  for (const claim of claims) {
    const { name } = claim.inspected;
    const key = nameKey(name);
    const isLikeNoOther = isLookedAt(claim) || !filter.mayResemble(key);
    if (claim.options?.dryRun !== true && !taken.has(name) && isLikeNoOther) {
      fresh.push(claim);
      results.push(receiptFor(claim, 'new', now.getTime()));
    } else {
      await flush();
      results.push(await refusalOr(() => admit(writer, now, claim)));
      last = undefined;
      publishers = undefined;
    }
    taken.add(name);
    filter.add(key);
  }
  await flush();
  return results;
}

/** An admin who publishes has looked at the name. */
function isLookedAt({ principal }: Claim): boolean {
  return may(principal, 'admin');
}

/** What a database refuses concerns everyone; everything else is one claim's own fault. */
async function refusalOr<T>(work: () => Promise<T>): Promise<T | ToolmarkError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolmarkError && !error.code.startsWith('store.')) return error;
    throw error;
  }
}
