import { nameKey, ToolmarkError } from '@toolmark/core';
import { may } from '../accounts/principal.ts';
import { isIn } from '../database/is-in.ts';
import { select, sql } from '../database/statement.ts';
import type { Writer } from '../database/tables.ts';
import type { Registry } from '../registry.ts';
import { admit, recordClaims } from './admit.ts';
import { type Claim, type Receipt, receiptFor } from './claim.ts';
import { type NameFilter, nameFilterOf } from './name-filter.ts';

/**
 * Owner and version rules and the records of many claims, inside one transaction, as if they came one after another. The
 * first claims of names that resemble nothing are recorded together; each of the others is judged by itself. What is
 * refused has changed nothing, and stands as its error in the place of its receipt.
 */
export async function admitAll(
  { database, now: clock }: Registry,
  writer: Writer,
  claims: readonly Claim[],
): Promise<readonly (Receipt | ToolmarkError)[]> {
  const now = clock();
  const filter = nameFilterOf(database);
  if (claims.some(claim => !isLookedAt(claim))) await filter.catchUp(writer);
  const taken = await takenNames(writer, claims);
  const results: (Receipt | ToolmarkError)[] = [];
  let fresh: Claim[] = [];
  const flush = async () => {
    await recordClaims(writer, now, fresh);
    fresh = [];
  };
  for (const claim of claims) {
    const { name } = claim.inspected;
    if (claim.options?.dryRun !== true && !taken.has(name) && isLikeNoOther(filter, claim)) {
      fresh.push(claim);
      results.push(receiptFor(claim, 'new', now.getTime()));
    } else {
      await flush();
      results.push(await refusalOr(() => admit(writer, now, claim)));
    }
    taken.add(name);
    filter.add(nameKey(name));
  }
  await flush();
  return results;
}

/** An admin who publishes has looked at the name. */
function isLookedAt({ principal }: Claim): boolean {
  return may(principal, 'admin');
}

function isLikeNoOther(filter: NameFilter, claim: Claim): boolean {
  return isLookedAt(claim) || !filter.mayResemble(nameKey(claim.inspected.name));
}

async function takenNames(writer: Writer, claims: readonly Claim[]): Promise<Set<string>> {
  const names = claims.map(({ inspected }) => inspected.name);
  const rows = await select<{ name: string }>(writer, sql`select name from tools where ${isIn(writer, 'name', names)}`);
  return new Set(rows.map(({ name }) => name));
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
