import { child, type Digest, type Finding, type JsonObject, member, refusalIn } from '../base/index.ts';
import { itemDigests } from '../describe/index.ts';
import { LISTINGS, type Listing } from './listing.ts';
import type { Lock, LockedItem, LockedServer } from './lock.ts';
import { withSurfaceDigest } from './with-surface-digest.ts';

/** Every place where a lock does not say what its own definitions say: somebody edited one and not the other. */
export function findContradictions(lock: Lock): Finding[] {
  return [...lock.servers].flatMap(([key, server]) => {
    const pointer = child('/servers', key);
    return [...findInItems(server, pointer), ...findInSurface(server, pointer)];
  });
}

/** Those of them in the items of one server; what the surface digest should be follows from the items. */
export function findInItems(server: LockedServer, pointer: string): Finding[] {
  return LISTINGS.flatMap(listing =>
    [...server[listing.list]].flatMap(([name, item]: [string, LockedItem]) =>
      findInItem(item, name, child(`${pointer}/${listing.list}`, name), listing),
    ),
  );
}

function findInItem(item: LockedItem, name: string, pointer: string, listing: Listing): Finding[] {
  const { variants = [] } = item;
  const known = new Set<Digest>([item.digest]);
  const inVariants = variants.flatMap((variant, index) => {
    const at = `${pointer}/variants/${index}`;
    if (known.has(variant.digest)) return [contradiction(`${at}/digest`, 'This definition is here twice.')];
    known.add(variant.digest);
    return findInDefinition(variant, name, at, listing);
  });
  return [...findInDefinition(item, name, pointer, listing), ...inVariants];
}

function findInDefinition(item: LockedItem, name: string, pointer: string, { key, word }: Listing): Finding[] {
  const { definition } = item;
  const findings: Finding[] = [];
  const report = (at: string, message: string): void => {
    findings.push(contradiction(`${pointer}${at}`, message));
  };
  if (member(definition, key) !== name) report(`/definition/${key}`, 'This is not the key it stands under.');
  try {
    const { digest, parts } = itemDigests(word, definition);
    if (digest !== item.digest) report('/digest', 'This is not the digest of the definition.');
    if (!holdsExactly(item.parts, parts)) report('/parts', 'These are not the digests of the parts.');
  } catch (error) {
    report('/definition', `This has no digest. ${refusalIn(error).message}`);
  }
  return findings;
}

function holdsExactly(noted: JsonObject, parts: ReadonlyMap<string, Digest>): boolean {
  const keys = Object.keys(noted);
  return keys.length === parts.size && keys.every(key => parts.get(key) === noted[key]);
}

export function findInSurface(server: LockedServer, pointer: string): Finding[] {
  if (withSurfaceDigest(server).surfaceDigest === server.surfaceDigest) return [];
  return [
    contradiction(`${pointer}/surfaceDigest`, 'This is not the digest of the instructions and items locked here.'),
  ];
}

function contradiction(pointer: string, message: string): Finding {
  return { code: 'lock.contradicts-itself', severity: 'error', pointer, message };
}
