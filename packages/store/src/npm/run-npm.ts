import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { isJsonObject, type JsonObject, readJson } from '@toolmark/core';
import type { Context } from '../context.ts';
import { type Outcome, runProgram } from '../run-program.ts';
import { explainNpm } from './explain-npm.ts';
import { findNpm } from './find-npm.ts';
import { linkProjectConfig } from './link-project-config.ts';
import { npmEnvironment, scriptEnvironment } from './npm-environment.ts';

export interface NpmRun {
  /** The folder with the `package.json` that npm works on. */
  readonly folder: string;
  readonly args: readonly string[];
  /** For messages: the package that is resolved or installed, inert. */
  readonly subject: string;
  /** Install scripts run with a small environment. Default: no script runs. */
  readonly runsScripts?: boolean;
  /** Refuses answers from npm's cache that the registry did not confirm: they may be older than what the registry has now. */
  readonly needsRegistry?: boolean;
}

/** Runs npm and returns what it printed as JSON. Throws `package.*`, in our words: npm's may contain tokens. */
export async function runNpm(run: NpmRun, context: Context): Promise<JsonObject> {
  const outcome = await startNpm(run, context);
  const answer = answerIn(outcome);
  refuseIncomplete(outcome, run.subject);
  if (run.needsRegistry === true && /\(cache stale\)/.test(outcome.stderr.toString('latin1')))
    throw explainNpm({ code: 'ENOTCACHED' }, run.subject);
  if (outcome.exitCode !== 0 || isJsonObject(answer.error)) throw explainNpm(answer.error, run.subject);
  return answer;
}

/** npm only warns when it cannot write a file of an archive, for example because the disk is full, and reports success. */
function refuseIncomplete({ stderr }: Outcome, subject: string): void {
  const [warning] = /^npm warn tar TAR_ENTRY_ERROR.*$/im.exec(stderr.toString('latin1')) ?? [];
  if (warning === undefined) return;
  throw explainNpm({ code: /\b(?:ENOSPC|EDQUOT)\b/.exec(warning)?.[0] ?? 'TAR_ENTRY_ERROR' }, subject);
}

/** Runs npm with the user's and the project's registries, and options that leave no other choice to either of them. */
export async function startNpm(
  { folder, args, runsScripts = false, needsRegistry = false }: NpmRun,
  context: Context,
): Promise<Outcome> {
  const npm = findNpm(context.env);
  // Scripts were allowed, not programs that the project names for them. They fetch nothing, so it names no registry either.
  if (!runsScripts) await linkProjectConfig(folder, context.cwd);
  try {
    const fetching = needsRegistry ? ['--prefer-online', '--loglevel=http'] : [];
    const options = [...OPTIONS, ...fetching, `--ignore-scripts=${!runsScripts}`];
    const env = runsScripts ? scriptEnvironment(context.env) : npmEnvironment(context.env);
    const [command = '', ...words] = args;
    return await runProgram(
      { title: 'npm', command: npm.command, args: [...npm.args, command, ...options, ...words], cwd: folder, env },
      context,
    );
  } finally {
    await rm(path.join(folder, '.npmrc'), { force: true });
  }
}

/** The JSON that npm printed; empty if it printed something else. */
export function answerIn({ stdout }: Outcome): JsonObject {
  try {
    const answer = readJson(stdout);
    return isJsonObject(answer) ? answer : {};
  } catch {
    return {};
  }
}

/** A program that does not exist, for versions of npm without `allow-git`: git would run with the options of a dependency. */
const NO_GIT = existsSync('/dev/null') ? '/dev/null/git' : 'NUL\\git';

/**
 * Everything in a configuration that could change the tree or run a program. Not `before` and `min-release-age`: users who refuse
 * versions that are too young mean these too.
 */
const OPTIONS: readonly string[] = [
  ...['--json', '--loglevel=warn', '--no-progress', '--no-color', '--no-audit', '--no-fund', '--no-update-notifier'],
  // Its log files name every address.
  '--logs-max=0',
  // What it prints is read.
  ...['--heading=npm', '--usage=false'],
  ...['--global=false', '--location=project', '--dry-run=false', '--force=false', '--engine-strict=false'],
  ...['--include=prod', '--include=optional', '--include=peer', '--omit=dev', '--tag=latest'],
  ...['--install-strategy=hoisted', '--no-global-style', '--no-legacy-bundling', '--install-links=false'],
  ...['--legacy-peer-deps=false', '--strict-peer-deps=false', '--prefer-dedupe=false', '--bin-links=true'],
  ...['--package-lock=true', '--lockfile-version=3', '--save=true', '--save-exact=true', '--save-prod=true'],
  ...['--omit-lockfile-registry-resolved=true', '--workspaces=false', '--include-workspace-root=false'],
  ...[`--os=${process.platform}`, `--cpu=${process.arch}`, '--libc=null'],
  // Not `allow-remote=none`: npm reads bundled packages by the address of their archive. A tree with addresses is refused later.
  ...['--allow-git=none', '--allow-remote=all', '--allow-file=none', '--allow-directory=none', `--git=${NO_GIT}`],
];
