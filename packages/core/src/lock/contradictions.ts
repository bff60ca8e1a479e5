import { child, type Digest, type Finding, type JsonObject, member, refusalIn } from '../base/index.ts';
import { assessRisk, itemDigests } from '../describe/index.ts';
import { LISTINGS, type Listing } from './listing.ts';
import type { Lock, LockedItem, LockedServer } from './lock.ts';
import { withSurfaceDigest } from './pin.ts';

/** Every place where digests and definitions of a lock disagree. */
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
    if (known.has(variant.digest)) return [contradiction(`${at}/digest`, 'Duplicate definition.')];
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
  if (member(definition, key) !== name) report(`/definition/${key}`, 'This differs from the key of the entry.');
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

/** Risk levels that this version would not assign: after an upgrade or a manual edit. */
export function findStaleRisk(lock: Lock): Finding[] {
  return [...lock.servers].flatMap(([key, { tools }]) =>
    [...tools].flatMap(([name, { definition, riskLevel }]) => {
      const { level } = assessRisk(definition);
      if (level === riskLevel) return [];
      const pointer = `${child(`${child('/servers', key)}/tools`, name)}/riskLevel`;
      const message = `The lock records risk ${riskLevel}; this version assesses ${level}. Nothing relies on the recorded level; run "toolmark lock" to refresh it.`;
      return [{ code: 'lock.stale-risk', severity: 'warning' as const, pointer, message, tool: name, server: key }];
    }),
  );
}
