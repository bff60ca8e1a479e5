import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { normalPypiName } from '@toolmark/core/package';
import { codeOf } from '../content/store-error.ts';

/** A package in a virtual environment. */
export interface Installed {
  readonly version: string;
  /** The names of the programs that it has. */
  readonly programs: readonly string[];
}

/** The packages that are installed in a virtual environment, by name in the normal form. */
export async function findInstalled(folder: string): Promise<ReadonlyMap<string, Installed>> {
  const packages = await sitePackages(folder);
  const names = (await readFolder(packages)).filter(name => name.endsWith('.dist-info')).toSorted();
  const found = await Promise.all(names.map(async name => readInstalled(path.join(packages, name))));
  return new Map(found);
}

/** `lib/python3.12/site-packages`, or `Lib/site-packages` on Windows. */
async function sitePackages(folder: string): Promise<string> {
  if (process.platform === 'win32') return path.join(folder, 'Lib', 'site-packages');
  const [version = ''] = await readFolder(path.join(folder, 'lib'));
  return path.join(folder, 'lib', version, 'site-packages');
}

async function readInstalled(info: string): Promise<[name: string, installed: Installed]> {
  const metadata = await readText(path.join(info, 'METADATA'));
  const programs = await readText(path.join(info, 'RECORD'));
  return [
    normalPypiName(headerOf(metadata, 'Name')),
    { version: headerOf(metadata, 'Version'), programs: programsIn(programs) },
  ];
}

/** Headers end at the first empty line; what follows is a description. */
function headerOf(metadata: string, name: string): string {
  const [headers = ''] = metadata.split(/\r?\n\r?\n/, 1);
  return new RegExp(`^${name}: *(.*?) *$`, 'im').exec(headers)?.[1] ?? '';
}

/** Programs as the installer noted them: `../../../bin/NAME`, and `../../Scripts/NAME.exe` on Windows. */
function programsIn(record: string): string[] {
  const lines = record.matchAll(/^"?(?:\.\.[/\\])+(?:bin|Scripts)[/\\]([^/\\,"\n]+?)(?:\.exe)?"?,/gim);
  return [...lines].map(([, name = '']) => name).toSorted();
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(error => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
}

async function readFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch(error => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}
