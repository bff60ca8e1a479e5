import { type Lock, quoteInert } from '@toolmark/core';
import type { MetadataOptions } from '@toolmark/core/text';
import { adaptError } from './adapt-error.ts';
import type { ToolConnection } from './imported-tool.ts';
import type { Warn } from './warning.ts';

/** A server to import from. It counts for name prefixes even if its connection fails. */
export interface ServerToImport {
  /** Its key in the local config, which the server cannot choose. */
  readonly server: string;
  readonly connection: ToolConnection | Promise<ToolConnection>;
}

export interface ImportOptions {
  /** How names and texts are cleaned; omitted members have their defaults. */
  readonly policy?: MetadataOptions;
  /** Overrides the policy: whether names are prefixed with the server key. */
  readonly prefix?: 'auto' | 'always' | 'never';
  /** Withholds tools that are not in the lock or have drifted critically. */
  readonly lock?: Lock;
  /** Default: process.emitWarning. */
  readonly warn?: Warn;
}

/** Validates options of untyped callers. A wrong option must not silently reduce protection. */
export function refuseOptions(options: unknown): asserts options is ImportOptions {
  if (!isObject(options)) throw adaptError('adapt.bad-option', 'The options must be an object.');
  // `lock: undefined` from a failed lookup must not mean "no lock".
  if (Object.hasOwn(options, 'lock') && !isLock(options.lock)) {
    const message = 'The option lock is not a lock. Pass the result of parseLock, or omit the option.';
    throw adaptError('adapt.lock-missing', message);
  }
  for (const [option, isFit, wanted] of FIT)
    if (options[option] !== undefined && !isFit(options[option]))
      throw adaptError('adapt.bad-option', `The option ${option} must be ${wanted}.`);
}

const FIT: readonly (readonly [option: string, isFit: (value: unknown) => boolean, wanted: string])[] = [
  ['prefix', value => value === 'auto' || value === 'always' || value === 'never', 'auto, always or never'],
  ['warn', value => typeof value === 'function', 'a function'],
  ['policy', isObject, 'the result of parseMetadataPolicy'],
];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLock(value: unknown): value is Lock {
  return isObject(value) && value.servers instanceof Map;
}

/** Throws unless every server has a key of its own. */
export function refuseServers(servers: readonly ServerToImport[]): void {
  if (!Array.isArray(servers)) throw adaptError('adapt.bad-option', 'The servers must be an array.');
  const seen = new Set<string>();
  for (const entry of servers) {
    const key: unknown = isObject(entry) ? entry.server : undefined;
    if (typeof key !== 'string' || key === '') throw keyError('A server has no key.');
    if (seen.has(key)) throw keyError(`Two servers have the key ${quoteInert(key)}.`);
    seen.add(key);
  }
}

function keyError(problem: string): Error {
  return adaptError('adapt.server-key', `${problem} Give each server its key in your config.`);
}
