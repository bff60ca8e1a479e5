import type { SurfaceDigests } from '../../describe/index.ts';
import { coversSurface, type SurfacePredicate } from '../../sign/attestation/index.ts';
import { LISTINGS, type Listing } from '../listing.ts';
import type { LockedItem, LockedServer } from '../lock.ts';
import { instructionVariantsOf, isApproved, type SeenServer, variantsIn } from '../views.ts';

/** Whether an attestation covers everything that any client sees of a server now, beside what is approved already. */
export function coversLive(
  predicate: SurfacePredicate,
  { locked, live }: { readonly locked: LockedServer; readonly live: SeenServer },
  shown: SurfaceDigests,
): boolean {
  const { surface } = predicate;
  const completeness = locked.allow === 'subset' ? 'superset' : predicate.completeness;
  const texts = [surface.instructions, locked.instructions, ...instructionVariantsOf(locked)];
  return (
    coversSurface({ ...predicate, completeness }, shown) &&
    instructionVariantsOf(live).every(text => texts.includes(text)) &&
    LISTINGS.every(listing => coversVariants(surface, locked, live, listing))
  );
}

function coversVariants(surface: SurfaceDigests, locked: LockedServer, live: SeenServer, listing: Listing): boolean {
  const items: ReadonlyMap<string, LockedItem> = locked[listing.list];
  return variantsIn(live, listing).every(([name, { digest }]) => {
    const item = items.get(name);
    return surface[listing.list].get(name) === digest || (item !== undefined && isApproved(item, digest));
  });
}
