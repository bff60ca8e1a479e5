import { type Finding, isJsonObject, type Json, member } from '../base/index.ts';
import { findMcpToolErrors, RISK_LEVELS, type RiskLevel } from '../describe/index.ts';
import { LISTINGS, type Listing } from './listing.ts';
import { findPackageErrors } from './package-shape.ts';
import { findAttestedErrors, findPublisherErrors } from './publisher-shape.ts';
import { below, type Members, type Place, Shape } from './shape.ts';

/** Everything in a value that keeps it from being a lock. Unknown members too: a later version may mean something by them. */
export function findLockErrors(value: Json): Finding[] {
  const lock = new Shape();
  const root: Place = { key: '' };
  if (lock.isObject(value, root, LOCK_MEMBERS)) {
    const { lockfileVersion } = value;
    if (lockfileVersion !== 1 && lockfileVersion !== 2) {
      lock.report('schema.const', below(root, 'lockfileVersion'), 'Expected the number 1 or 2.');
    }
    const known = lockfileVersion === 2 ? VERSION_2 : VERSION_1;
    lock.eachMember(value, 'servers', root, (server, place) => findServerErrors(lock, server, place, known));
  }
  return lock.findings;
}

const LOCK_MEMBERS = { lockfileVersion: true, servers: true };
const SERVER_MEMBERS = {
  allow: false,
  instructions: false,
  prompts: true,
  resources: true,
  serverInfo: true,
  surfaceDigest: true,
  templates: true,
  tools: true,
};
const ITEM_MEMBERS = { definition: true, digest: true, parts: true };
const TOOL_MEMBERS = { ...ITEM_MEMBERS, riskLevel: true };
const VIEW_MEMBERS = { needs: false, variants: false };

/** The members that a version knows. */
interface Known {
  readonly server: Members;
  readonly item: Members;
  readonly tool: Members;
}

const VERSION_1: Known = { server: SERVER_MEMBERS, item: ITEM_MEMBERS, tool: TOOL_MEMBERS };
const VERSION_2: Known = {
  server: { ...SERVER_MEMBERS, attested: false, instructionVariants: false, package: false, publisher: false },
  item: { ...ITEM_MEMBERS, ...VIEW_MEMBERS },
  tool: { ...TOOL_MEMBERS, ...VIEW_MEMBERS },
};

function findServerErrors(lock: Shape, server: Json, place: Place, known: Known): void {
  if (!lock.isObject(server, place, known.server)) return;
  const { allow, instructions, serverInfo } = server;
  if (allow !== undefined && allow !== 'subset') {
    lock.report('schema.enum', below(place, 'allow'), 'Expected "subset" here.');
  }
  if (instructions !== undefined && typeof instructions !== 'string') {
    lock.report('schema.type', below(place, 'instructions'), 'Expected a string here.');
  }
  if (serverInfo !== undefined && !isJsonObject(serverInfo)) {
    lock.report('schema.type', below(place, 'serverInfo'), 'Expected an object here.');
  }
  if (server.package !== undefined) findPackageErrors(lock, server.package, below(place, 'package'));
  if (server.publisher !== undefined) findPublisherErrors(lock, server.publisher, below(place, 'publisher'));
  if (server.attested !== undefined) findAttestedErrors(lock, server.attested, below(place, 'attested'));
  lock.expectTexts(server, 'instructionVariants', place);
  lock.expectDigest(server, 'surfaceDigest', place);
  for (const listing of LISTINGS) {
    lock.eachMember(server, listing.list, place, (item, at) => findItemErrors(lock, item, at, listing, known));
  }
}

function findItemErrors(lock: Shape, item: Json, place: Place, listing: Listing, known: Known): void {
  const { word, key } = listing;
  const isTool = word === 'tool';
  if (!lock.isObject(item, place, isTool ? known.tool : known.item)) return;
  const { definition, parts, riskLevel } = item;
  lock.expectTexts(item, 'needs', place);
  // A variant has no variants of its own.
  lock.eachItem(item, 'variants', place, (variant, at) => findItemErrors(lock, variant, at, listing, VERSION_1));
  lock.expectDigest(item, 'digest', place);
  if (isJsonObject(parts)) for (const part of Object.keys(parts)) lock.expectDigest(parts, part, place, 'parts');
  else if (parts !== undefined) lock.report('schema.type', below(place, 'parts'), 'Expected an object here.');
  if (isTool && riskLevel !== undefined && !RISK_LEVELS.includes(riskLevel as RiskLevel)) {
    lock.report('schema.enum', below(place, 'riskLevel'), `Expected one of ${RISK_LEVELS.join(', ')}.`);
  }
  if (definition === undefined) return;
  if (isTool) lock.addErrors(pointer => findMcpToolErrors(definition, pointer), below(place, 'definition'));
  else if (!isJsonObject(definition) || typeof member(definition, key) !== 'string') {
    lock.report('schema.type', below(place, 'definition'), `Expected an object with a string ${key}.`);
  }
}
