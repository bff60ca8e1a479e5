import { byCodePoint } from '../base/index.ts';
import { nameKey, nearNameKeys } from './name-key.ts';

/** A name and who has it: the id of a verified publisher, never a display name. */
export interface ClaimedName {
  readonly name: string;
  readonly owner: string;
}

/** What becomes of a claim. A review names what the name can be taken for; `near` is one slip away. */
export type NameVerdict =
  | { readonly verdict: 'free' }
  | { readonly verdict: 'own' }
  | { readonly verdict: 'taken'; readonly by: ClaimedName }
  | { readonly verdict: 'review'; readonly reason: 'confusable' | 'near'; readonly like: ClaimedName };

/**
 * Whether an owner may have a name. `claimed` holds at least those names whose key is that of the name or near it; the
 * order in which they are given decides nothing.
 */
export function judgeName(name: string, claimed: readonly ClaimedName[], owner: string): NameVerdict {
  const same = claimed.find(other => other.name === name);
  if (same !== undefined) return same.owner === owner ? { verdict: 'own' } : { verdict: 'taken', by: same };
  const others = claimed.filter(other => other.owner !== owner).sort((a, b) => byCodePoint(a.name, b.name));
  if (others.length === 0) return { verdict: 'free' };
  const key = nameKey(name);
  const confusable = others.find(other => nameKey(other.name) === key);
  if (confusable !== undefined) return { verdict: 'review', reason: 'confusable', like: confusable };
  const nearKeys = new Set(nearNameKeys(key));
  const near = others.find(other => nearKeys.has(nameKey(other.name)));
  return near === undefined ? { verdict: 'free' } : { verdict: 'review', reason: 'near', like: near };
}
