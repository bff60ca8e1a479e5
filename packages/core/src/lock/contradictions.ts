import { child, type Finding, jcs, member, ToolmarkError } from '../base/index.ts';
import { assessRisk, partDigests } from '../describe/index.ts';
import { LISTINGS, type Listing } from './listing.ts';
import type { Lock, LockedItem, LockedServer } from './lock.ts';
import { withSurfaceDigest } from './pin.ts';

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

/** Risk levels that this version would not assign: after an upgrade, or because somebody edited a note for readers. */
export function findStaleRisk(lock: Lock): Finding[] {
  return [...lock.servers].flatMap(([key, { tools }]) =>
    [...tools].flatMap(([name, { definition, riskLevel }]) => {
      const { level } = assessRisk(definition);
      if (level === riskLevel) return [];
      const pointer = `${child(`${child('/servers', key)}/tools`, name)}/riskLevel`;
      const message = `The lock notes the risk ${riskLevel}, and this version sees ${level}. Nothing relies on the note; run "toolmark lock" to refresh it.`;
      return [{ code: 'lock.stale-risk', severity: 'warning' as const, pointer, message, tool: name, server: key }];
    }),
  );
}

function findInItem(item: LockedItem, name: string, pointer: string, { key, digest }: Listing): Finding[] {
  const { definition, parts } = item;
  const findings: Finding[] = [];
  const report = (at: string, message: string): void => {
    findings.push(contradiction(`${pointer}${at}`, message));
  };
  if (member(definition, key) !== name) report(`/definition/${key}`, 'This is not the key it stands under.');
  try {
    if (digest(definition) !== item.digest) report('/digest', 'This is not the digest of the definition.');
    if (jcs(partDigests(definition)) !== jcs(parts)) report('/parts', 'These are not the digests of the parts.');
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    report('/definition', `This has no digest. ${error.message}`);
  }
  return findings;
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
