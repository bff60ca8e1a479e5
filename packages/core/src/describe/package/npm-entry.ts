import {
  child,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  ToolmarkError,
} from '../../base/index.ts';
import { isNpmName } from './npm-spec.ts';
import type { NpmEntry } from './package-tree.ts';

/** What an entry of a package-lock is read for. All other members say nothing about the code. */
const MEMBERS: Readonly<Record<string, (value: Json) => boolean>> = {
  name: isText,
  version: isText,
  integrity: isText,
  dependencies: isTexts,
  optionalDependencies: isTexts,
  peerDependencies: isTexts,
  peerDependenciesMeta: isJsonObject,
  bin: value => isText(value) || isTexts(value),
  engines: isTexts,
  os: isList,
  cpu: isList,
  libc: isList,
  optional: isTrue,
  peer: isTrue,
  devOptional: isTrue,
  inBundle: isTrue,
  bundleDependencies: isList,
  hasInstallScript: isTrue,
};

const VERSION = /^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?(?:\+[0-9a-z.-]+)?$/i;
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

export function isNpmVersion(text: string): boolean {
  return text.length <= 256 && VERSION.test(text);
}

export function isSha512(text: string): boolean {
  return SHA512.test(text);
}

/** One entry by its location. `isStrict`: our own file, in which nothing else may be. */
export function readNpmEntry(location: string, value: Json, isStrict: boolean): NpmEntry {
  const refuse: Refuse = (code, what, key = '') => {
    const pointer = key === '' ? child('', location) : child(child('', location), key);
    throw new ToolmarkError(code, `${quoteInert(location, 200)} ${what}`, { pointer });
  };
  if (!isJsonObject(value)) return refuse('package.malformed', 'is not an object.');
  if (isStrict) refuseUnknown(value, refuse);
  else refuseSource(value, refuse);
  const kept = keep(isStrict ? value : tidy(value), refuse);
  const name = member(kept, 'name') ?? installedName(location);
  if (typeof name !== 'string' || !isNpmName(name)) return refuse('package.malformed', 'has no valid name.', 'name');
  checkVersion(kept, refuse);
  return { ...kept, name, version: '', ...pickVersion(kept), ...integrityOf(kept, refuse) } as NpmEntry;
}

type Refuse = (code: string, what: string, key?: string) => never;

/** The name under which an entry is installed. */
export function installedName(location: string): string {
  return location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function refuseUnknown(value: JsonObject, refuse: Refuse): void {
  const unknown = Object.keys(value).find(key => !Object.hasOwn(MEMBERS, key));
  if (unknown !== undefined) refuse('package.malformed', 'has a member that is not known here.', unknown);
}

/** The archive of a registry, as npm writes its address. */
const ARCHIVE = /^https?:\/\/[^/]+\/.*\.tgz$|^https?:\/\/[^/]+\/.*\/-\/|^https?:\/\/npm\.pkg\.github\.com\/download\//;

/** Only what a registry delivers has a digest that others can check. */
function refuseSource(value: JsonObject, refuse: Refuse): void {
  if (member(value, 'link') === true)
    refuse('package.unsupported-source', 'is a link to a folder. Pin a published package.');
  const resolved = member(value, 'resolved');
  if (resolved === undefined || typeof resolved === 'boolean') return;
  if (typeof resolved !== 'string') refuse('package.malformed', 'has no valid address.', 'resolved');
  else if (!ARCHIVE.test(resolved) || !resolved.includes('/-/'))
    refuse(
      'package.unsupported-source',
      'does not come from a registry, but from Git, a folder or a URL. It cannot be pinned.',
    );
}

/** Old packages have these members in other forms. None of them selects code, except the lists of platforms. */
function tidy(value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    if (['os', 'cpu', 'libc'].includes(key) && typeof item === 'string') return [[key, [item]]];
    if (key === 'bin' && isTexts(item) && Object.keys(item as JsonObject).length === 0) return [];
    const isLoose = ['engines', 'peerDependenciesMeta', 'bundleDependencies'].includes(key);
    return item === false || (isLoose && MEMBERS[key]?.(item) !== true) ? [] : [[key, item]];
  });
  return Object.fromEntries(entries);
}

function keep(value: JsonObject, refuse: Refuse): JsonObject {
  const known = Object.entries(value).filter(([key]) => Object.hasOwn(MEMBERS, key));
  for (const [key, item] of known)
    if (MEMBERS[key]?.(item) !== true) refuse('package.malformed', 'has a member of another type.', key);
  return Object.fromEntries(known);
}

/** A package inside the archive of another one may lack a version. */
function checkVersion(value: JsonObject, refuse: Refuse): void {
  const version = member(value, 'version');
  const isFine = version === undefined ? member(value, 'inBundle') === true : isNpmVersion(version as string);
  if (!isFine && member(value, 'inBundle') !== true) refuse('package.malformed', 'has no exact version.', 'version');
}

function pickVersion({ version }: JsonObject): { version?: string } {
  return typeof version === 'string' ? { version } : {};
}

/** The one SHA-512 of the archive; weaker digests beside it say nothing more. */
function integrityOf({ integrity, inBundle }: JsonObject, refuse: Refuse): { integrity?: string } {
  const digests = typeof integrity === 'string' ? integrity.split(/\s+/).filter(isSha512) : [];
  const [digest, other] = digests;
  if (digest !== undefined && other === undefined) return { integrity: digest };
  if (inBundle === true && integrity === undefined) return {};
  return refuse('package.no-integrity', 'has no SHA-512 digest. Nothing can prove its bytes.', 'integrity');
}

/** An entry as a package-lock and our own file have it: the name only where the location has another one. */
export function npmEntryJson(location: string, entry: NpmEntry): JsonObject {
  const { name, version, ...rest } = entry;
  return {
    ...(name === installedName(location) ? {} : { name }),
    ...(version === '' ? {} : { version }),
    ...(rest as JsonObject),
  };
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}

function isTexts(value: Json): boolean {
  return isJsonObject(value) && Object.values(value).every(isText);
}

function isList(value: Json): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isTrue(value: Json): boolean {
  return value === true;
}
