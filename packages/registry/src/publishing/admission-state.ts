import { nameKey, nearNameKeys } from '@toolmark/core/registry';
import { may } from '../accounts/principal.ts';
import { isIn, type Reader } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Claim } from './claim.ts';

/** The names that matter to a batch of claims, from the database and from the claims before. */
export interface AdmissionState {
  /** Whether the name is new and resembles no name of another publisher. */
  isFree(claim: Claim): boolean;
  add(claim: Claim): void;
}

/** Two queries for all claims: which names are taken, and who owns names that look like them. */
export async function loadAdmissionState(db: Reader, claims: readonly Claim[]): Promise<AdmissionState> {
  const names = claims.map(({ inspected }) => inspected.name);
  const found = await db.all<{ name: string }>(sql`select name from tools where ${isIn(db, 'name', names)}`);
  const taken = new Set(found.map(({ name }) => name));
  const near = new Map(claims.filter(({ inspected: { name } }) => !taken.has(name)).map(nearKeys));
  const owners = new Map<string, Set<string>>();
  const own = (key: string, owner: string) => owners.set(key, (owners.get(key) ?? new Set()).add(owner));
  const keys = [...near.values()].flat();
  const similar = keys.length === 0 ? [] : await db.all<SimilarName>(similarNames(db, keys));
  for (const { key, owner } of similar) own(key, owner);
  return {
    isFree: ({ principal: { id }, inspected: { name } }) =>
      !taken.has(name) &&
      (near.get(name) ?? []).every(key => [...(owners.get(key) ?? [])].every(owner => owner === id)),
    add: ({ principal: { id }, inspected: { name } }) => {
      taken.add(name);
      own(nameKey(name), id);
    },
  };
}

interface SimilarName {
  readonly key: string;
  readonly owner: string;
}

function similarNames(db: Reader, keys: readonly string[]) {
  return sql`select distinct name_key as key, owner from tools where ${isIn(db, 'name_key', keys)}`;
}

/** The name that an admin publishes counts as reviewed: it is compared with none. */
function nearKeys({ principal, inspected: { name } }: Claim): [name: string, keys: readonly string[]] {
  const key = nameKey(name);
  return [name, may(principal, 'admin') ? [] : [key, ...nearNameKeys(key)]];
}
