import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json, type JsonObject, member, readJson, ToolmarkError } from '@toolmark/core';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';

/** What the package.json of an installed package says. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** The name in the MCP Registry that the package claims. */
  readonly mcpName?: string;
}

/** The package that `npx SPEC` runs: of the project, else installed globally, else from the cache of npx. */
export function packageOfNpx(name: string, spec: string, cwd: string, io: Io): InstalledPackage | undefined {
  const near = [...foldersAbove(cwd), path.resolve(process.execPath, '../../lib')].map(folder =>
    path.join(folder, 'node_modules', name),
  );
  // A range or a tag is resolved by npx; what is installed nearby need not be what it chose.
  const folders = spec === name ? [...near, ...cached(name, spec, io)] : cached(name, spec, io);
  return folders.map(folder => readPackage(folder, io)).find(found => found?.name === name);
}

/** The package whose program a file is. Other files may lie in a package by chance. */
export function packageOfProgram(file: string, io: Io): InstalledPackage | undefined {
  const program = realPath(path.resolve(io.cwd, file));
  if (program === undefined) return undefined;
  for (const folder of foldersAbove(path.dirname(program))) {
    const json = readPackageJson(folder, io);
    if (json === undefined) continue;
    const isProgram = programsOf(json).some(bin => realPath(path.resolve(folder, bin)) === program);
    return isProgram && member(json, 'private') !== true ? toPackage(json) : undefined;
  }
  return undefined;
}

/** npx notes in each folder of its cache which packages it was asked for. */
function cached(name: string, spec: string, io: Io): string[] {
  const cache = path.join(io.env.npm_config_cache ?? path.join(io.home, '.npm'), '_npx');
  return namesIn(cache)
    .map(key => path.join(cache, key))
    .filter(folder => {
      const noted = member(readPackageJson(folder, io) ?? {}, '_npx');
      const packages = isJsonObject(noted) ? member(noted, 'packages') : undefined;
      return Array.isArray(packages) && packages.length === 1 && packages[0] === spec;
    })
    .map(folder => path.join(folder, 'node_modules', name));
}

function readPackage(folder: string, io: Io): InstalledPackage | undefined {
  const json = readPackageJson(folder, io);
  return json === undefined ? undefined : toPackage(json);
}

function readPackageJson(folder: string, io: Io): JsonObject | undefined {
  try {
    const value: Json = readJson(readFile(path.join(folder, 'package.json'), io));
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    // What cannot be read tells no version, and that is reported.
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}

function toPackage(json: JsonObject): InstalledPackage | undefined {
  const [name, version, mcpName] = ['name', 'version', 'mcpName'].map(key => member(json, key));
  if (typeof name !== 'string' || typeof version !== 'string' || !/^\d/.test(version)) return undefined;
  return { name, version, ...(typeof mcpName === 'string' ? { mcpName } : {}) };
}

function programsOf(json: JsonObject): string[] {
  const bin = member(json, 'bin');
  const programs = isJsonObject(bin) ? Object.values(bin) : [bin];
  return programs.filter(program => typeof program === 'string');
}

function foldersAbove(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
