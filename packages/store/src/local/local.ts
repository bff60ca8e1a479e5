import path from 'node:path';
import { type Finding, quoteInert, ToolmarkError } from '@toolmark/core';
import type { RecognisedPath } from '@toolmark/core/package';
import type { Context } from '../context.ts';
import type { Ecosystem } from '../ecosystem.ts';
import { type CodeDigest, digestCode } from './digest-code.ts';
import { findProgram } from './find-program.ts';

/** Programs on this machine: their digest is locked, but a changed one starts with a note, because people edit their own servers. */
export const local: Ecosystem<'path'> = {
  async resolve(wanted, context) {
    const found = await digest(wanted, context);
    if (found.type === 'unpinned') return { package: found, needsScripts: [] };
    if (found.skippedLinks.length > 0) context.onNote?.(linkNote(found.skippedLinks));
    return { package: { type: 'path', name: nameOf(wanted, context), integrity: found.digest }, needsScripts: [] };
  },

  async prepare(pinned, _tree, wanted, launch, context) {
    const found = await digest(wanted, context);
    if (found.type === 'unpinned' || found.digest !== pinned.integrity)
      context.onNote?.(changeNote(nameOf(wanted, context)));
    return { command: launch.command, args: launch.args };
  },
};

function digest({ file, interpreter }: RecognisedPath, context: Context): Promise<CodeDigest> {
  if (interpreter !== undefined) return digestCode(path.resolve(context.cwd, file), 'folder');
  return digestCode(isPath(file) ? path.resolve(context.cwd, file) : onPath(file, context), 'file');
}

function isPath(file: string): boolean {
  return file.includes('/') || file.includes(path.sep);
}

function onPath(name: string, { env }: Context): string {
  const file = findProgram(name, env);
  if (file !== undefined) return file;
  const message = `The program ${quoteInert(name)} is not on PATH. Install it, or write its path in the command of the server.`;
  throw new ToolmarkError('package.not-found', message);
}

/** A file like `.` has a name only in its folder. */
function nameOf({ file }: RecognisedPath, { cwd }: Context): string {
  return path.basename(path.resolve(cwd, file));
}

function linkNote(links: readonly string[]): Finding {
  const [first = '', ...others] = links;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const message = `The link ${quoteInert(first)}${more} leaves the folder of the server: changes behind it are not reported.`;
  return { code: 'package.link-outside', severity: 'info', pointer: '', message };
}

function changeNote(name: string): Finding {
  const message = `The files of ${quoteInert(name)} changed since they were locked. Run "toolmark lock" to record them.`;
  return { code: 'package.files', severity: 'info', pointer: '', message };
}
