import path from 'node:path';
import { sha256, ToolmarkError } from '@toolmark/core';
import { type Advisories, watchAdvisories } from '@toolmark/mcp/proxy';
import { cacheFolder } from './cache-folder.ts';
import type { Io } from './io.ts';
import { readRegistryKeys } from './read-registry-keys.ts';

export interface RegistryOptions {
  /** The address of a registry whose advisories are followed. */
  readonly registry?: string;
  /** Its public keys or certificates in PEM. */
  readonly registryKey?: string;
  /** Start although the registry was never reached. */
  readonly registryOptional?: boolean;
}

export interface OpenAdvisories {
  readonly advisories?: Advisories;
  close(): void;
}

/** What a registry warns of, where one was given. */
export async function openAdvisories(given: RegistryOptions, io: Io): Promise<OpenAdvisories> {
  const { registry, registryKey, registryOptional = false } = given;
  if (registry === undefined) {
    if (registryKey === undefined && !registryOptional) return { close: () => {} };
    throw new ToolmarkError('usage.registry', 'Give the address of the registry with --registry.');
  }
  if (registryKey === undefined) {
    throw new ToolmarkError('usage.registry-key', 'Give the public key of the registry with --registry-key.');
  }
  const advisories = await watchAdvisories({
    url: registry,
    keys: readRegistryKeys(registryKey, io),
    cacheFile: path.join(cacheFolder(io), 'toolmark', `advisories-${sha256(registry).slice(7)}.json`),
    isOptional: registryOptional,
    fetch,
    talk: line => io.talk(`toolmark guard: ${line}\n`),
    now: Date.now,
  });
  return { advisories, close: advisories.close };
}
