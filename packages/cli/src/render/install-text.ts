import path from 'node:path';
import { inert, quoteInert } from '@toolmark/core';
import type { ConfigPlace, EntryPlan } from '@toolmark/mcp';
import pc from 'picocolors';
import type { FilePlan } from '../files/install-file.ts';
import type { Io } from '../io.ts';

/** A config file and what is to be done to it, or why that cannot be. */
export interface PlannedFile {
  readonly place: ConfigPlace;
  /** The lock that its guards will use. */
  readonly lock?: string;
  readonly plan?: FilePlan;
  readonly error?: { readonly code: string; readonly message: string };
}

/** What would be done, file by file. */
export function formatFiles(files: readonly PlannedFile[], io: Io): string {
  const color = pc.createColors(io.hasColor);
  return files
    .map(
      file =>
        `${color.bold(headOf(file, io))}\n${linesOf(file, io)
          .map(line => `  ${line}\n`)
          .join('')}`,
    )
    .join('');
}

function headOf({ place }: PlannedFile, io: Io): string {
  return `${place.client}, ${place.scope}: ${shown(place.path, io)}`;
}

function linesOf({ plan, lock, error }: PlannedFile, io: Io): string[] {
  if (plan === undefined) return error === undefined ? [] : [`failed    ${error.message} [${error.code}]`];
  if (plan.entries.length === 0) return [plan.how === undefined ? 'no servers' : 'no entry leads to the guard'];
  const entries = plan.entries.map(entryLine);
  if (!plan.isChanged) return entries;
  if (plan.how === 'entries') return [...entries, 'The file has changed since: only the entries are put back.'];
  if (plan.how === 'bytes') return [...entries, 'The file becomes what it was, byte for byte.'];
  const backup = plan.backup === undefined ? [] : [`backup    ${shown(plan.backup, io)}`];
  const locked = lock === undefined ? [] : [`lock      ${shown(lock, io)}`];
  return [...entries, ...locked, ...backup, `originals ${shown(plan.side, io)}`];
}

function entryLine({ key, action, lockedAs, code, message }: EntryPlan): string {
  const as = lockedAs === undefined ? '' : `  locked as ${quoteInert(lockedAs)}`;
  return `${action.padEnd(9)} ${quoteInert(key)}${as}${message === undefined ? '' : `  ${message} [${code}]`}`;
}

/** Short for what lies below the folder at hand. */
function shown(file: string, { cwd }: Io): string {
  const relative = path.relative(cwd, file);
  return inert(relative.startsWith('..') ? file : relative);
}
