import { type Lock, quoteInert } from '@toolmark/core';
import { adaptError } from './adapt-error.ts';
import type { ImportOptions, ServerToImport } from './import-servers.ts';

/** Throws for options that a program without types may pass. None of them may quietly mean less protection. */
export function refuseOptions(options: unknown): asserts options is ImportOptions {
  if (!isObject(options)) throw adaptError('adapt.bad-option', 'The options must be an object.');
  // A lock that someone looked up and did not find must not pass for "no lock wanted".
  if (Object.hasOwn(options, 'lock') && !isLock(options.lock)) {
    const message = 'The option lock holds no lock. Pass what parseLock gave, or leave the option out.';
    throw adaptError('adapt.lock-missing', message);
  }
  for (const [option, isFit, wanted] of FIT)
    if (options[option] !== undefined && !isFit(options[option]))
      throw adaptError('adapt.bad-option', `The option ${option} must be ${wanted}.`);
}

const FIT: readonly (readonly [option: string, isFit: (value: unknown) => boolean, wanted: string])[] = [
  ['prefix', value => value === 'auto' || value === 'always' || value === 'never', 'auto, always or never'],
  ['warn', value => typeof value === 'function', 'a function'],
  ['policy', isObject, 'what parseMetadataPolicy gave'],
];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLock(value: unknown): value is Lock {
  return isObject(value) && value.servers instanceof Map;
}

/** Throws unless every server has a key of its own. */
export function refuseServers(servers: readonly ServerToImport[]): void {
  if (!Array.isArray(servers)) throw adaptError('adapt.bad-option', 'The servers must be a list.');
  const seen = new Set<string>();
  for (const entry of servers) {
    const key: unknown = isObject(entry) ? entry.server : undefined;
    if (typeof key !== 'string' || key === '') throw keyError('A server has no key.');
    if (seen.has(key)) throw keyError(`Two servers have the key ${quoteInert(key)}.`);
    seen.add(key);
  }
}

function keyError(problem: string): Error {
  return adaptError('adapt.server-key', `${problem} Give each server the key it has in your configuration.`);
}
