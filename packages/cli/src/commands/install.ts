import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Lock, quoteInert, ToolmarkError } from '@toolmark/core';
import {
  type ConfigPlace,
  type EntryPlan,
  findClientConfigs,
  type GuardWords,
  sidePath,
  withFileLock,
  writeOption,
} from '@toolmark/mcp';
import { planFile, planFileUndo } from '../files/install-file.ts';
import { EXIT, type Io } from '../io.ts';
import { ownCommand } from '../own-command.ts';
import type { PlannedFile } from '../render/install-text.ts';
import { formatFiles } from '../render/install-text.ts';
import { formatJson } from '../render/print-json.ts';
import { askYes } from '../sources/ask-yes.ts';
import { findPolicy } from '../sources/find-policy.ts';
import { chooseLock, findLockBytes, hasUserLock, LOCK_FILE, parseLockBytes } from '../sources/lock-file.ts';
import { readPolicy } from '../sources/read-policy.ts';
import { lockedKey } from '../sources/server-keys.ts';

export interface InstallArguments {
  readonly client: string;
  readonly undo: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly scope?: 'user' | 'project';
  readonly lockfile?: string;
  /** The lock of the user was asked for. */
  readonly user: boolean;
  readonly policy?: string;
  readonly mode?: string;
  readonly audit?: string;
  readonly format: 'text' | 'json';
}

/** Puts the guard before every server of a client, or takes it out again. */
export async function runInstall(given: InstallArguments, io: Io): Promise<number> {
  const places = findPlaces(given, io);
  const makePlan = given.undo
    ? (place: ConfigPlace) => ({ plan: planFileUndo(place, io) })
    : installer(given, places, io);
  const planned = places.map((place): PlannedFile => ({ place, ...attempt(() => makePlan(place)) }));
  if (given.format === 'text') io.out(formatFiles(planned, io));
  if (!given.undo)
    warnOfPaths(
      planned.filter(({ plan }) => plan?.isChanged),
      given,
      io,
    );
  const isWanted = planned.some(({ plan }) => plan?.isChanged);
  const isAgreed = isWanted && !given.dryRun && (await agree(given, io));
  const done = isAgreed ? await writeAll(planned) : planned;
  report(given, done, isAgreed, io);
  if (done.some(({ error }) => error !== undefined)) return EXIT.error;
  if (isWanted && !isAgreed && !given.dryRun) return EXIT.no;
  return done.some(({ plan }) => plan?.entries.some(isOpen)) ? EXIT.no : EXIT.yes;
}

/** Entries that are still unguarded; disabled ones do not count. */
function isOpen({ action, code }: EntryPlan): boolean {
  return action === 'left' && code !== 'install.guarded' && code !== 'config.disabled';
}

/** Short names of clients, and what JetBrains calls its agent. */
const OTHER_NAMES = new Map([
  ['gemini', 'geminicli'],
  ['qwen', 'qwencode'],
  ['copilot', 'copilotcli'],
  ['roo', 'roocode'],
  ['jetbrains', 'junie'],
]);

function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return OTHER_NAMES.get(plain) ?? plain;
}

function allPlaces(io: Io): ConfigPlace[] {
  const all = findClientConfigs({ home: io.home, platform: process.platform, cwd: io.cwd, env: io.env });
  return all.map(place => ({ ...place, path: path.resolve(io.cwd, place.path) }));
}

function findPlaces({ client, scope }: InstallArguments, io: Io): ConfigPlace[] {
  const all = allPlaces(io);
  const own = all.filter(place => plainName(place.client) === plainName(client));
  if (own.length === 0) {
    const known = [...new Set(all.map(place => place.client.toLowerCase().replaceAll(' ', '-')))].join(', ');
    throw new ToolmarkError('usage.unknown-client', `${quoteInert(client)} is not known. Name one of ${known}.`);
  }
  const there = own.filter(place => lstatSync(place.path, { throwIfNoEntry: false }) !== undefined);
  for (const { path: file } of there.filter(place => place.scope === 'managed')) {
    io.stderr(`${quoteInert(file)} is managed by an administrator and was not changed. [install.managed]\n`);
  }
  const isWanted = (place: ConfigPlace): boolean => place.scope !== 'managed' && (scope ?? place.scope) === place.scope;
  const wanted = there.filter(isWanted);
  if (wanted.length > 0) return wanted;
  const looked = own.filter(isWanted).map(({ path: file }) => quoteInert(file, 200));
  const message = `${quoteInert(client)} has no config file here. Looked for: ${looked.join(', ')}.`;
  throw new ToolmarkError('install.no-config', message);
}

/** A lock, and the policy beside it or named. */
interface LoadedLock {
  readonly lock: Lock;
  readonly policy: string | undefined;
}

/** How each file is planned. A guard without its lock, its policy or a place for its log would not start: that is found out here. */
function installer(
  given: InstallArguments,
  places: readonly ConfigPlace[],
  io: Io,
): (place: ConfigPlace) => Pick<PlannedFile, 'plan' | 'lock'> {
  const names = new Map(places.map(place => [place, lockFor(place, given, io)]));
  const locks = new Map([...new Set(names.values())].map(name => [name, loadLock(name, given, io)]));
  const missing = (place: ConfigPlace): ToolmarkError => noLock(names.get(place) ?? LOCK_FILE, place);
  if (places[0] !== undefined && [...locks.values()].every(lock => lock === undefined)) throw missing(places[0]);
  if (given.audit !== undefined) refuseMissingFolder(path.resolve(io.cwd, given.audit));
  return place => {
    const name = names.get(place) ?? LOCK_FILE;
    const loaded = locks.get(name);
    if (loaded === undefined) throw missing(place);
    const sharing = allPlaces(io).filter(other => other.path === place.path);
    const lockKey = (key: string): string | undefined => lockedKey(key, sharing, one => loaded.lock.servers.has(one));
    const guard = guardFor(place, { ...given, lockfile: name, policy: loaded.policy }, io);
    return { plan: planFile(place, { lockKey, guard }, io), lock: path.resolve(io.cwd, name) };
  };
}

/** Files of the user are read in every folder: the lock of the user, if there is one, goes before that of this folder. */
function lockFor({ scope }: ConfigPlace, { lockfile, user }: InstallArguments, io: Io): string {
  return chooseLock({ ...(lockfile !== undefined && { lockfile }), user, discover: scope === 'user' }, io);
}

function loadLock(name: string, given: InstallArguments, io: Io): LoadedLock | undefined {
  const bytes = findLockBytes(name, io);
  if (bytes === undefined) return undefined;
  const lock = parseLockBytes(bytes, name);
  const policy = findPolicy({ lockfile: name, ...(given.policy !== undefined && { policy: given.policy }) }, io);
  if (policy !== undefined) readPolicy(policy, io);
  return { lock, policy };
}

function noLock(name: string, place: ConfigPlace): ToolmarkError {
  const next = `Run "toolmark lock --config FILE" first, with ${quoteInert(place.path, 200)} for FILE.`;
  return new ToolmarkError('lock.missing', `There is no ${quoteInert(name, 200)} here. ${next}`);
}

function refuseMissingFolder(log: string): void {
  const folder = path.dirname(log);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const message = `There is no folder ${quoteInert(folder, 200)} to write the log in. Make it first.`;
  throw new ToolmarkError('audit.unwritable', message);
}

/** The policy is named although the guard would find it: one that is gone later must keep the guard from starting. */
function guardFor(
  place: ConfigPlace,
  given: Omit<InstallArguments, 'policy' | 'lockfile'> & {
    readonly lockfile: string;
    readonly policy: string | undefined;
  },
  io: Io,
): (server: string, name?: string) => GuardWords {
  const [node, program] = ownCommand();
  const side = sidePath(place.path);
  const files = [
    ['--lockfile', given.lockfile],
    ['--policy', given.policy],
    ['--audit', given.audit],
  ].flatMap(([option = '', file]) => (file === undefined ? [] : [option, path.resolve(io.cwd, file)]));
  const mode = given.mode === undefined ? [] : ['--mode', given.mode];
  return (server, name) => {
    const named = name === undefined ? [] : writeOption('--name', name);
    return [node, program, 'guard', '--config', side, ...writeOption('--server', server), ...named, ...files, ...mode];
  };
}

/** Warns of paths that will be written and may be surprising. */
function warnOfPaths(changed: readonly PlannedFile[], given: InstallArguments, io: Io): void {
  if (changed.length > 0 && /[\\/]_npx[\\/]/.test(ownCommand()[1])) {
    io.stderr(
      'This copy of toolmark is in the npx cache and may be removed at any time. Run: npm install -g toolmark\n',
    );
  }
  const isChosen = given.lockfile !== undefined || given.user || hasUserLock(io);
  for (const { place, lock } of isChosen ? [] : changed.filter(({ place }) => place.scope === 'user')) {
    const where = `${quoteInert(path.basename(place.path))} counts in every folder, but its guards will use the lock of this one`;
    const next = 'For a lock of your own, run "toolmark lock --discover --user" and install again.';
    io.stderr(`${where}: ${quoteInert(lock ?? '', 200)}. ${next} [install.lock-of-folder]\n`);
  }
  for (const { place } of changed.filter(({ place }) => place.scope === 'project')) {
    const name = quoteInert(path.basename(place.path));
    io.stderr(`${name} belongs to the project: it will name paths of this machine. [install.project]\n`);
  }
}

function attempt<T>(step: () => T): T | { error: { code: string; message: string } } {
  try {
    return step();
  } catch (error) {
    return { error: errorOf(error) };
  }
}

function errorOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof ToolmarkError)) throw error;
  return { code: error.code, message: error.message };
}

async function agree({ yes, undo }: InstallArguments, io: Io): Promise<boolean> {
  if (yes) return true;
  if (!io.isInteractive) {
    io.stderr('Nothing was changed. Review the plan, and pass --yes to apply it.\n');
    return false;
  }
  return askYes(undo ? 'Take the guard out?' : 'Put the guard in?');
}

async function writeAll(files: readonly PlannedFile[]): Promise<PlannedFile[]> {
  const done: PlannedFile[] = [];
  for (const file of files) done.push(await write(file));
  return done;
}

/** One file at a time: a second run must not undo the side file and the backup of the first. */
async function write(file: PlannedFile): Promise<PlannedFile> {
  const { place, plan } = file;
  if (!plan?.isChanged) return file;
  try {
    await withFileLock(place.path, plan.write);
    return file;
  } catch (error) {
    return { ...file, error: errorOf(error) };
  }
}

function report(given: InstallArguments, files: readonly PlannedFile[], isAgreed: boolean, io: Io): void {
  const isDone = isAgreed && files.some(({ plan, error }) => plan?.isChanged && error === undefined);
  if (given.format === 'json') io.out(formatJson({ client: given.client, done: isDone, files: files.map(toJson) }));
  else if (isDone)
    io.out(
      given.undo
        ? 'Done. Restart the client.\n'
        : 'Done. Restart the client. lock, check and scan still query the servers behind the guard.\n',
    );
  else if (!files.some(({ plan }) => plan?.isChanged)) io.out('Nothing to change.\n');
  const failed = isAgreed ? files.filter(({ plan, error }) => plan !== undefined && error !== undefined) : [];
  for (const { error } of failed) io.stderr(`${error?.message} [${error?.code}]\n`);
}

function toJson({ place, plan, lock, error }: PlannedFile): object {
  const { path: file, scope } = place;
  if (plan === undefined) return { path: file, scope, changed: false, entries: [], error };
  const { entries, isChanged, side, backup, how } = plan;
  return {
    path: file,
    scope,
    changed: isChanged,
    ...(lock !== undefined && { lock }),
    entries,
    ...(isChanged && { side, backup, how }),
    error,
  };
}
