import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Launch, PackageSpec, RecognisedNpm } from '@toolmark/core/package';
import { codeOf } from '../content/store-error.ts';
import { readInstalled } from './installed-package.ts';

/** The command line that starts a program of an installed tree, as `npx` would. */
export async function startProgram(content: string, bin: string, wanted: RecognisedNpm): Promise<Launch> {
  const entry = await findProgram(content, bin, wanted.specs);
  const options = nodeOptions(await firstLine(entry));
  if (options === undefined) return { command: entry, args: wanted.args };
  return { command: process.execPath, args: [...options, entry, ...wanted.args] };
}

async function findProgram(content: string, bin: string, specs: readonly PackageSpec[]): Promise<string> {
  for (const { name, alias } of specs) {
    const folder = path.join(content, 'node_modules', alias ?? name);
    const file = (await readInstalled(folder))?.bin.get(bin);
    if (file !== undefined) return insideOf(folder, file, bin);
  }
  const message = `The pinned package does not have a program ${quoteInert(bin)}. Run "toolmark lock --update" to choose one.`;
  throw new ToolmarkError('package.no-bin', message);
}

async function insideOf(folder: string, file: string, bin: string): Promise<string> {
  const entry = path.resolve(folder, file);
  if (!entry.startsWith(folder + path.sep)) throw outside(bin);
  const real = await realpath(entry).catch(error => {
    throw codeOf(error) === 'ENOENT' ? absent(bin) : error;
  });
  if (!real.startsWith((await realpath(folder)) + path.sep)) throw outside(bin);
  return entry;
}

async function firstLine(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.toString('latin1', 0, bytesRead).split(/\r?\n/, 1)[0] ?? '';
  } finally {
    await handle.close();
  }
}

/** The options that the first line gives Node; undefined if the program runs without Node. */
function nodeOptions(line: string): string[] | undefined {
  // Without such a line only Windows starts it, with Node.
  if (!line.startsWith('#!')) return /^[^\0\u007f-\u00ff]*$/.test(line) ? [] : undefined;
  const found = /^#!\s*(?:\S*\/env(?:\s+-S)?\s+)?(?:\S*\/)?node(?:\.exe)?(?:\s+(.*))?$/.exec(line);
  return found === null ? undefined : (found[1] ?? '').split(/\s+/).filter(word => word !== '');
}

function outside(bin: string): ToolmarkError {
  const message = `The program ${quoteInert(bin)} is a file outside its package. It is not started. Report the package to its author.`;
  return new ToolmarkError('package.bin-outside', message);
}

function absent(bin: string): ToolmarkError {
  const message = `The pinned package does not contain the file of its program ${quoteInert(bin)}. Report it to the author of the package.`;
  return new ToolmarkError('package.no-bin', message);
}
