import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Io } from '../io.ts';

export interface DataArguments {
  readonly data?: string;
}

/** Where a registry lives: its folder, and its database inside it or elsewhere. */
export interface RegistryData {
  readonly folder: string;
  /** A file, or `postgres://…`. */
  readonly url: string;
  /** Whether the database is the one inside the folder. */
  readonly isEmbedded: boolean;
}

/** `--data`, `TOOLMARK_DATA` or `./toolmark-data`; `DATABASE_URL` moves the database out of it. */
export function registryData({ data }: DataArguments, { env, cwd }: Pick<Io, 'env' | 'cwd'>): RegistryData {
  const folder = path.resolve(cwd, data ?? (env.TOOLMARK_DATA || 'toolmark-data'));
  const given = env.DATABASE_URL || undefined;
  if (given === undefined) return { folder, url: path.join(folder, 'registry.db'), isEmbedded: true };
  const isFile = !/^[a-z][a-z0-9+.-]+:\/\//i.test(given);
  return { folder, url: isFile ? path.resolve(cwd, given) : given, isEmbedded: false };
}

/** Whether there is anything yet; a server is there until it is asked. */
export function hasDatabase({ url }: RegistryData): boolean {
  return url.includes('://') || existsSync(url);
}

export function makeDataFolder({ folder }: RegistryData): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

export function demandDatabase(data: RegistryData): void {
  if (hasDatabase(data)) return;
  const message = `There is no registry in ${quoteInert(path.basename(data.folder))}. Name its folder with --data or TOOLMARK_DATA, or its database with DATABASE_URL.`;
  throw new ToolmarkError('store.not-found', message);
}
