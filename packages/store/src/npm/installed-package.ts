import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../content/store-error.ts';

/** The members of an installed `package.json` that matter here. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly bin: ReadonlyMap<string, string>;
  /** Only the scripts that npm runs when it installs. */
  readonly scripts: Readonly<Record<string, string>>;
}

/**
 * Reads `package.json` as Node and npm do, because it decides what they run: the strict reader refuses files that they accept. The
 * bytes are verified already. Undefined if the package is not installed.
 */
export async function readInstalled(folder: string): Promise<InstalledPackage | undefined> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(error => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const members = membersOf(parse(text));
  const name = textOf(members.name);
  return {
    name,
    version: textOf(members.version)
      .trim()
      .replace(/^[=v]+/, ''),
    bin: programsOf(members, name),
    scripts: installScripts(membersOf(members.scripts)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    return {};
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function programsOf({ bin }: Readonly<Record<string, unknown>>, name: string): Map<string, string> {
  if (typeof bin === 'string') return new Map([[unscoped(name), bin]]);
  const programs = Object.entries(membersOf(bin)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  // npm drops a scope and folders from the name of a program.
  return new Map(programs.map(([program, file]) => [path.posix.basename(program), file]));
}

function unscoped(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

function installScripts(scripts: Readonly<Record<string, unknown>>): Record<string, string> {
  const found = ['preinstall', 'install', 'postinstall'].map(event => [event, scripts[event]] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
