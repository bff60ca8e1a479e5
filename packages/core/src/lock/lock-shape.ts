import { child, type Finding, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { findMcpToolErrors, RISK_LEVELS, type RiskLevel } from '../describe/index.ts';
import { LISTINGS, type Listing } from './listing.ts';

/** Everything in a value that keeps it from being a lock. Unknown members too: a later version may mean something by them. */
export function findLockErrors(value: Json): Finding[] {
  const lock = new Shape();
  if (lock.isObject(value, '', { lockfileVersion: true, servers: true })) {
    if (value.lockfileVersion !== 1) lock.report('schema.const', '/lockfileVersion', 'Expected the number 1.');
    lock.eachMember(value, 'servers', '', (server, pointer) => findServerErrors(lock, server, pointer));
  }
  return lock.findings;
}

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

function findServerErrors(lock: Shape, server: Json, pointer: string): void {
  if (!lock.isObject(server, pointer, SERVER_MEMBERS)) return;
  const { allow, instructions, serverInfo } = server;
  if (allow !== undefined && allow !== 'subset') {
    lock.report('schema.enum', `${pointer}/allow`, 'The one word allowed here is "subset".');
  }
  if (instructions !== undefined && typeof instructions !== 'string') {
    lock.report('schema.type', `${pointer}/instructions`, 'Expected a string here.');
  }
  if (serverInfo !== undefined && !isJsonObject(serverInfo)) {
    lock.report('schema.type', `${pointer}/serverInfo`, 'Expected an object here.');
  }
  lock.expectDigest(server.surfaceDigest, `${pointer}/surfaceDigest`);
  for (const listing of LISTINGS) {
    lock.eachMember(server, listing.list, pointer, (item, at) => findItemErrors(lock, item, at, listing));
  }
}

function findItemErrors(lock: Shape, item: Json, pointer: string, { word, key }: Listing): void {
  const isTool = word === 'tool';
  const members = { definition: true, digest: true, parts: true, ...(isTool ? { riskLevel: true } : {}) };
  if (!lock.isObject(item, pointer, members)) return;
  const { definition, riskLevel } = item;
  lock.expectDigest(item.digest, `${pointer}/digest`);
  lock.eachMember(item, 'parts', pointer, (digest, at) => lock.expectDigest(digest, at));
  if (isTool && riskLevel !== undefined && !RISK_LEVELS.includes(riskLevel as RiskLevel)) {
    lock.report('schema.enum', `${pointer}/riskLevel`, `Expected one of ${RISK_LEVELS.join(', ')}.`);
  }
  if (definition === undefined) return;
  if (isTool) lock.add(findMcpToolErrors(definition, `${pointer}/definition`));
  else if (!isJsonObject(definition) || typeof member(definition, key) !== 'string') {
    lock.report('schema.type', `${pointer}/definition`, `Expected an object with a string ${key}.`);
  }
}

/** A lock with more mistakes than this is some other file. */
const MAX_FINDINGS = 1_000;

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Collects what is wrong while it looks. */
class Shape {
  readonly findings: Finding[] = [];

  report(code: string, pointer: string, message: string): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ code, severity: 'error', pointer, message });
  }

  add(findings: readonly Finding[]): void {
    for (const { code, pointer, message } of findings) this.report(code, pointer, message);
  }

  /** `members` says of every member that may be there whether it must. */
  isObject(value: Json, pointer: string, members: Readonly<Record<string, boolean>>): value is JsonObject {
    if (!isJsonObject(value)) {
      this.report('schema.type', pointer, 'Expected an object here.');
      return false;
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(members, key)) {
        this.report('schema.unknown-member', child(pointer, key), 'This member is not known here.');
      }
    }
    for (const [key, isRequired] of Object.entries(members)) {
      if (isRequired && !Object.hasOwn(value, key))
        this.report('schema.required', pointer, `The member ${key} is missing.`);
    }
    return true;
  }

  eachMember(object: JsonObject, key: string, pointer: string, visit: (value: Json, pointer: string) => void): void {
    const map = member(object, key);
    if (map === undefined) return;
    if (!isJsonObject(map)) {
      this.report('schema.type', child(pointer, key), 'Expected an object here.');
      return;
    }
    for (const [name, value] of Object.entries(map)) visit(value, child(child(pointer, key), name));
  }

  /** That it is missing was reported with its object. */
  expectDigest(digest: Json | undefined, pointer: string): void {
    if (digest === undefined || (typeof digest === 'string' && DIGEST.test(digest))) return;
    this.report('schema.pattern', pointer, 'Expected "sha256:" and 64 lower-case hexadecimal digits.');
  }
}
