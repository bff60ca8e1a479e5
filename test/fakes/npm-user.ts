import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Launch, RecognisedNpm } from '@toolmark/core/package';
import type { Context } from '@toolmark/store';
import { temporaryFolder } from '../temporary-folder.ts';
import type { NpmRegistry } from './npm-registry.ts';

/** A user with a home, an npm cache and a store of their own, whose registry is a fake. */
export interface NpmUser {
  readonly home: string;
  readonly context: Context;
}

export function npmUser(registry: Pick<NpmRegistry, 'url'>, npmrc: readonly string[] = []): NpmUser {
  const folder = temporaryFolder();
  const [home, cwd, store] = ['home', 'project', 'store'].map(name => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const name of [home, cwd]) mkdirSync(name);
  const lines = [`registry=${registry.url}`, `cache=${path.join(home, 'cache')}`, 'fetch-retries=0', ...npmrc];
  writeFileSync(path.join(home, '.npmrc'), `${lines.join('\n')}\n`);
  return { home, context: { store, cwd, env: userEnvironment(home) } };
}

/** Nothing of this machine's npm: neither its registry nor its variables. */
function userEnvironment(home: string): Record<string, string> {
  const globals = path.join(home, 'global.npmrc');
  return { PATH: process.env.PATH ?? '', HOME: home, USERPROFILE: home, npm_config_globalconfig: globals };
}

/** What the command `npx NAME` means. */
export function npx(name: string, wanted = 'latest', args: readonly string[] = []): RecognisedNpm {
  return { type: 'npm', runner: 'npx', specs: [{ name, wanted }], args };
}

/** What the command line prints. */
export function output({ command, args }: Launch): string {
  return execFileSync(command, args, { encoding: 'utf8' });
}
