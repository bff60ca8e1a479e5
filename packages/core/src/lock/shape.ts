import { child, type Finding, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';

/** The members of an object, and whether each must be there. */
export type Members = Readonly<Record<string, boolean>>;

/** A place whose pointer is only written for an error. */
export interface Place {
  readonly above?: Place;
  readonly key: string;
}

export function below(above: Place, key: string): Place {
  return { above, key };
}

function pointerTo({ above, key }: Place): string {
  return above === undefined ? '' : child(pointerTo(above), key);
}

/** A lock with more mistakes than this is some other file. */
const MAX_FINDINGS = 1_000;

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Collects what is wrong while it looks. */
export class Shape {
  readonly findings: Finding[] = [];

  report(code: string, place: Place, message: string): void {
    this.add(code, pointerTo(place), message);
  }

  private add(code: string, pointer: string, message: string): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ code, severity: 'error', pointer, message });
  }

  /** Errors that another check has found. */
  addErrors(find: (pointer: string) => readonly Finding[], place: Place): void {
    if (find('').length === 0) return;
    for (const { code, pointer, message } of find(pointerTo(place))) this.add(code, pointer, message);
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
