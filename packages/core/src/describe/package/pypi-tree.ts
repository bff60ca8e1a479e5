import {
  child,
  type Digest,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  ToolmarkError,
} from '../../base/index.ts';
import type { PypiEntry, PypiTree } from './package-tree.ts';
import { normalPypiName } from './pypi-spec.ts';

const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const VERSION = /^[0-9][0-9a-z.!+_-]*$/i;
const HASH = /^sha256:[0-9a-f]{64}$/;
const MEMBERS = ['version', 'hashes', 'marker'];

export function isPypiName(text: string): boolean {
  return text.length <= 200 && NAME.test(text) && normalPypiName(text) === text;
}

export function isPypiVersion(text: string): boolean {
  return text.length <= 100 && VERSION.test(text);
}

/** The tree from its entries by name. Throws `package.malformed`. */
export function readPypiPackages(packages: JsonObject): PypiTree {
  const entries = Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { type: 'pypi', packages: new Map(entries.map(([name, value]) => [name, readEntry(name, value)])) };
}

function readEntry(name: string, value: Json): PypiEntry {
  if (!isPypiName(name) || !isJsonObject(value) || !Object.keys(value).every(key => MEMBERS.includes(key)))
    return refuse(name, 'is not an entry of a tree of Python packages.');
  const [version, hashes, marker] = MEMBERS.map(key => member(value, key));
  if (typeof version !== 'string' || !isPypiVersion(version)) return refuse(name, 'has no exact version.');
  if (!isHashes(hashes)) return refuse(name, 'needs SHA-256 digests in the form "sha256:" and 64 digits, sorted.');
  if (marker === undefined) return { version, hashes };
  if (typeof marker !== 'string' || marker === '') return refuse(name, 'has a marker that is not a text.');
  return { version, hashes, marker };
}

function isHashes(value: Json | undefined): value is readonly Digest[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((hash, i) => typeof hash === 'string' && HASH.test(hash) && (i === 0 || hash > value[i - 1]));
}

function refuse(name: string, what: string): never {
  throw new ToolmarkError('package.malformed', `${quoteInert(name)} ${what}`, { pointer: child('', name) });
}

export function pypiPackagesJson({ packages }: PypiTree): JsonObject {
  const entries = [...packages].map(([name, entry]) => [name, { ...entry, hashes: entry.hashes.toSorted() }] as const);
  return Object.fromEntries(entries) as JsonObject;
}
