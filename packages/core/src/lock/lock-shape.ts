import { child, type Finding, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { findMcpToolErrors, RISK_LEVELS, type RiskLevel, remoteAddress } from '../describe/index.ts';
import { LISTINGS, type Listing } from './listing.ts';

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
const PACKAGE_MEMBERS = { name: true, type: true };
const ITEM_MEMBERS = { definition: true, digest: true, parts: true };
const TOOL_MEMBERS = { ...ITEM_MEMBERS, riskLevel: true };
const VIEW_MEMBERS = { needs: false, variants: false };

type Members = Readonly<Record<string, boolean>>;

/** The members that a version knows. */
interface Known {
  readonly server: Members;
  readonly item: Members;
  readonly tool: Members;
}

const VERSION_1: Known = { server: SERVER_MEMBERS, item: ITEM_MEMBERS, tool: TOOL_MEMBERS };
const VERSION_2: Known = {
  server: { ...SERVER_MEMBERS, instructionVariants: false, package: false },
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
  lock.expectTexts(server, 'instructionVariants', place);
  lock.expectDigest(server, 'surfaceDigest', place);
  for (const listing of LISTINGS) {
    lock.eachMember(server, listing.list, place, (item, at) => findItemErrors(lock, item, at, listing, known));
  }
}

function findPackageErrors(lock: Shape, value: Json, place: Place): void {
  if (!lock.isObject(value, place, PACKAGE_MEMBERS)) return;
  const { type, name } = value;
  if (type !== undefined && type !== 'remote') {
    lock.report('schema.enum', below(place, 'type'), 'Expected "remote" here.');
  }
  if (name !== undefined && (typeof name !== 'string' || remoteAddress(name)?.text !== name)) {
    lock.report(
      'schema.format',
      below(place, 'name'),
      'Expected an http or https address as "toolmark lock" writes it.',
    );
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
  if (isTool) lock.addToolErrors(definition, below(place, 'definition'));
  else if (!isJsonObject(definition) || typeof member(definition, key) !== 'string') {
    lock.report('schema.type', below(place, 'definition'), `Expected an object with a string ${key}.`);
  }
}

/** A place whose pointer is only written for an error. */
interface Place {
  readonly above?: Place;
  readonly key: string;
}

function below(above: Place, key: string): Place {
  return { above, key };
}

function pointerTo({ above, key }: Place): string {
  return above === undefined ? '' : child(pointerTo(above), key);
}

/** A lock with more mistakes than this is some other file. */
const MAX_FINDINGS = 1_000;

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Collects what is wrong while it looks. */
class Shape {
  readonly findings: Finding[] = [];

  report(code: string, place: Place, message: string): void {
    this.add(code, pointerTo(place), message);
  }

  private add(code: string, pointer: string, message: string): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ code, severity: 'error', pointer, message });
  }

  addToolErrors(tool: Json, place: Place): void {
    if (findMcpToolErrors(tool, '').length === 0) return;
    for (const { code, pointer, message } of findMcpToolErrors(tool, pointerTo(place)))
      this.add(code, pointer, message);
  }

  /** `members` says of every member that may be there whether it must. */
  isObject(value: Json, place: Place, members: Members): value is JsonObject {
    if (!isJsonObject(value)) {
      this.report('schema.type', place, 'Expected an object here.');
      return false;
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(members, key)) {
        this.report('schema.unknown-member', below(place, key), 'This member is not known here.');
      }
    }
    for (const key of Object.keys(members)) {
      if (members[key] === true && !Object.hasOwn(value, key)) {
        this.report('schema.required', place, `The member ${key} is missing.`);
      }
    }
    return true;
  }

  eachMember(object: JsonObject, key: string, place: Place, visit: (value: Json, place: Place) => void): void {
    const map = member(object, key);
    if (map === undefined) return;
    const at = below(place, key);
    if (!isJsonObject(map)) {
      this.report('schema.type', at, 'Expected an object here.');
      return;
    }
    for (const name of Object.keys(map)) visit(map[name] as Json, below(at, name));
  }

  /** A list that is not empty, if it is there. */
  eachItem(object: JsonObject, key: string, place: Place, visit: (value: Json, place: Place) => void): void {
    const list = member(object, key);
    if (list === undefined) return;
    const at = below(place, key);
    if (!Array.isArray(list) || list.length === 0) this.report('schema.type', at, 'Expected a list that is not empty.');
    else for (const [index, item] of list.entries()) visit(item as Json, below(at, String(index)));
  }

  expectTexts(object: JsonObject, key: string, place: Place): void {
    this.eachItem(object, key, place, (text, at) => {
      if (typeof text !== 'string') this.report('schema.type', at, 'Expected a string here.');
    });
  }

  /** A missing digest is reported with its object. */
  expectDigest(object: JsonObject, key: string, place: Place, inMember?: string): void {
    const digest = member(object, key);
    if (digest === undefined || (typeof digest === 'string' && DIGEST.test(digest))) return;
    const at = inMember === undefined ? place : below(place, inMember);
    this.report('schema.pattern', below(at, key), 'Expected "sha256:" and 64 lower-case hexadecimal digits.');
  }
}
