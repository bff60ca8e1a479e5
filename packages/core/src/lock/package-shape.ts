import { inert, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import {
  isImageName,
  isNpmName,
  isNpmVersion,
  isProgramName,
  isPypiName,
  isPypiSpecifier,
  isPypiVersion,
  isSha512,
  isWanted,
  type PurlSubject,
  purlOf,
  remoteAddress,
} from '../describe/index.ts';
import type { LockedPackage } from './locked-package.ts';
import { below, type Place, type Shape } from './shape.ts';

/** A member of a package: what is expected, and whether a text is that. */
interface Text {
  readonly expected: string;
  readonly isFine: (text: string, whole: JsonObject) => boolean;
  readonly isOptional?: boolean;
}

const SHA256: Text = {
  expected: '"sha256:" and 64 lower-case hexadecimal digits',
  isFine: text => /^sha256:[0-9a-f]{64}$/.test(text),
};
const PROGRAM: Text = { expected: 'the name of a program', isFine: isProgramName };
const PURL: Text = { expected: 'the package URL of this package', isFine: isOwnPurl };
const LINE: Text = { expected: 'one line of 1 to 500 visible characters', isFine: isLine };

const TYPES: Readonly<Record<LockedPackage['type'], Readonly<Record<string, Text>>>> = {
  remote: {
    name: {
      expected: 'an http or https address as "toolmark lock" writes it',
      isFine: text => remoteAddress(text)?.text === text,
    },
  },
  npm: {
    name: { expected: 'the name of an npm package', isFine: isNpmName },
    version: { expected: 'an exact version such as 1.2.3', isFine: isNpmVersion },
    integrity: { expected: '"sha512-" and 88 characters of base64', isFine: isSha512 },
    spec: { expected: 'a version, range or tag', isFine: isWanted },
    bin: PROGRAM,
    tree: SHA256,
    purl: PURL,
  },
  pypi: {
    name: { expected: 'the normal form of the name of a Python package', isFine: isPypiName },
    version: { expected: 'an exact version such as 1.2.3', isFine: isPypiVersion },
    spec: { expected: 'a specifier such as ">=1.2,<2", or an empty text', isFine: isPypiSpecifier },
    bin: PROGRAM,
    tree: SHA256,
    purl: PURL,
    python: {
      expected: 'the number of a Python version',
      isFine: text => /^\d{1,2}(?:\.\d{1,3}){0,2}$/.test(text),
      isOptional: true,
    },
  },
  oci: {
    name: { expected: 'a repository without tag and digest', isFine: isRepository },
    version: { expected: 'a tag', isFine: text => /^\w[\w.-]{0,127}$/.test(text), isOptional: true },
    integrity: SHA256,
    purl: PURL,
  },
  mcpb: {
    name: LINE,
    version: LINE,
    integrity: SHA256,
    purl: { ...PURL, isOptional: true },
    signer: { ...LINE, isOptional: true },
  },
  path: {
    name: { expected: 'the name of a file without its folder', isFine: text => isLine(text) && !/[/\\]/.test(text) },
    integrity: SHA256,
  },
  unpinned: { reason: LINE },
};

const OBJECTS: Readonly<Record<string, readonly string[]>> = { npm: ['provenance', 'scripts'] };

/** Everything that keeps a value from being the package of an entry. */
export function findPackageErrors(lock: Shape, value: Json, place: Place): void {
  const texts = isJsonObject(value) ? textsOf(member(value, 'type')) : undefined;
  if (!isJsonObject(value) || texts === undefined) {
    if (lock.isObject(value, place, { type: true, ...(isJsonObject(value) ? known(value) : {}) }))
      lock.report('schema.enum', below(place, 'type'), `Expected one of ${Object.keys(TYPES).join(', ')}.`);
    return;
  }
  const objects = OBJECTS[value.type as string] ?? [];
  const members = Object.entries(texts).map(([key, { isOptional = false }]) => [key, !isOptional]);
  const optional = objects.map(key => [key, false]);
  lock.isObject(value, place, { type: true, ...Object.fromEntries([...members, ...optional]) });
  findTextErrors(lock, value, place, texts);
  if (value.scripts !== undefined && objects.includes('scripts'))
    findScriptErrors(lock, value.scripts, below(place, 'scripts'));
  if (value.provenance !== undefined && objects.includes('provenance'))
    findProvenanceErrors(lock, value.provenance, below(place, 'provenance'));
}

function textsOf(type: Json | undefined): Readonly<Record<string, Text>> | undefined {
  return typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type as LockedPackage['type']] : undefined;
}

/** Of an unknown type, no member is judged. */
function known(value: JsonObject): Record<string, boolean> {
  return Object.fromEntries(Object.keys(value).map(key => [key, true]));
}

function findTextErrors(lock: Shape, value: JsonObject, place: Place, texts: Readonly<Record<string, Text>>): void {
  for (const [key, { expected, isFine }] of Object.entries(texts)) {
    const text = member(value, key);
    if (text !== undefined && (typeof text !== 'string' || !isFine(text, value)))
      lock.report('schema.format', below(place, key), `Expected ${expected}.`);
  }
}

function findScriptErrors(lock: Shape, value: Json, place: Place): void {
  if (!isJsonObject(value)) {
    lock.report('schema.type', place, 'Expected an object here.');
    return;
  }
  for (const location of Object.keys(value)) {
    lock.expectDigest(value, location, place);
    if (!location.startsWith('node_modules/'))
      lock.report('schema.format', below(place, location), 'Expected a location such as node_modules/NAME.');
  }
}

const PROVENANCE = {
  repository: true,
  workflow: true,
  builder: true,
  issuer: true,
  repositoryId: false,
  ownerId: false,
};

function findProvenanceErrors(lock: Shape, value: Json, place: Place): void {
  if (!lock.isObject(value, place, PROVENANCE)) return;
  findTextErrors(lock, value, place, Object.fromEntries(Object.keys(PROVENANCE).map(key => [key, LINE])));
}

function isLine(text: string): boolean {
  return text.trim() !== '' && text.length <= 500 && inert(text) === text;
}

function isRepository(text: string): boolean {
  return isImageName(`${text}:tag`);
}

/** Judged only when everything it is made of is a text. */
function isOwnPurl(purl: string, whole: JsonObject): boolean {
  const { name, version, integrity } = whole;
  const isWhole = [name, version ?? '', integrity ?? ''].every(part => typeof part === 'string');
  return !isWhole || purlOf(whole as unknown as PurlSubject) === purl;
}
