import path from 'node:path';
import { inert, isJsonObject, type Json, readJson, ToolmarkError } from '@toolmark/core';
import { type Conversion, convert, type RegistryFormat } from '@toolmark/core/formats';
import { readFile } from '../files/read-file.ts';
import { writeReport } from '../files/write-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { formatEntry, isYaml, readYamlEntry } from '../sources/entry-file.ts';
import { naming } from '../sources/read-surfaces.ts';
import type { EntryOptions } from './declare/entry-options.ts';
import { describeOptionsOf } from './describe-options.ts';

export interface ConvertArguments extends EntryOptions {
  readonly file: string;
  readonly from?: RegistryFormat;
  readonly to: RegistryFormat;
  readonly name?: string;
  readonly url?: string;
  /** Docker keeps tools in a file of their own. */
  readonly tools?: string;
  readonly output?: string;
  readonly format: 'text' | 'json';
}

/** An entry or a registry in another format. Losses are part of the answer; an entry that is missing as a whole makes it a no. */
export function runConvert(given: ConvertArguments, io: Io): number {
  const value = withTools(readEntry(given.file, io), given, io);
  const { from, to, name, url } = given;
  const conversion = naming(given.file, () =>
    convert(value, {
      ...describeOptionsOf(given),
      to,
      ...(from === undefined ? {} : { from }),
      ...(name === undefined ? {} : { name }),
      ...(url === undefined ? {} : { url }),
    }),
  );
  print(conversion, given, io);
  return conversion.losses.some(({ entry }) => entry) ? EXIT.no : EXIT.yes;
}

function readEntry(file: string, io: Io): unknown {
  const { bytes } = isYaml(file) ? readYamlEntry(file, io) : { bytes: readFile(file, io) };
  return naming(file, () => readJson(bytes));
}

function withTools(value: unknown, { tools }: ConvertArguments, io: Io): unknown {
  if (tools === undefined) return value;
  const list = naming(tools, () => readJson(readFile(tools, io)));
  if (!isJsonObject(value) || Object.hasOwn(value, 'tools')) {
    throw new ToolmarkError('usage.tools-twice', '--tools belongs to an entry that has no tools of its own.');
  }
  return { ...value, tools: list satisfies Json };
}

function print({ result, losses, warnings, from, to }: Conversion, { output, format }: ConvertArguments, io: Io): void {
  const isFile = output !== undefined && output !== '-';
  if (isFile) writeReport(path.resolve(io.cwd, output), formatEntry(result, output));
  if (format === 'json') {
    io.out(formatJson({ result, losses, warnings, from, to }));
    return;
  }
  if (!isFile) io.out(formatJson(result));
  for (const { pointer, reason } of losses) io.stderr(`lost ${inert(pointer)}: ${inert(reason)}\n`);
  for (const { code, pointer, message } of warnings) io.stderr(`note ${inert(pointer)}: ${inert(message)} [${code}]\n`);
  io.stderr(`${from} to ${to}: ${losses.length} ${losses.length === 1 ? 'loss' : 'losses'}\n`);
}
