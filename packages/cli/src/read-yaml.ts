import {
  inert,
  isJsonObject,
  type Json,
  locate,
  pointerKeys,
  quoteInert,
  readJson,
  ToolmarkError,
} from '@toolmark/core';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { Io } from './io.ts';
import { readFile } from './read-file.ts';

/** A value that a person wrote, and the line of each thing in it. */
export interface Source {
  readonly value: unknown;
  readonly lineOf: (pointer: string) => number;
}

/** A file in YAML, or in JSON if it is called so, of at most 1 MiB. `code` is for what is not even that. */
export function readYaml(file: string, io: Pick<Io, 'cwd' | 'stdin'>, code: string): Source {
  const bytes = readFile(file, io, 1024 * 1024);
  return file.endsWith('.json') ? jsonSource(bytes, file) : yamlSource(bytes, file, code);
}

function jsonSource(bytes: Uint8Array, file: string): Source {
  const value = readNamed(bytes, file);
  const text = new TextDecoder().decode(bytes);
  return { value, lineOf: pointer => locate(text, new Set([pointer])).get(pointer)?.line ?? 1 };
}

function readNamed(bytes: Uint8Array, file: string): Json {
  try {
    return readJson(bytes);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    throw new ToolmarkError(error.code, `${quoteInert(file)}: ${error.message}`, { cause: error });
  }
}

function yamlSource(bytes: Uint8Array, file: string, code: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(decode(bytes, file, code), { lineCounter: lines, uniqueKeys: true, schema: 'core' });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    throw new ToolmarkError(code, `${quoteInert(file)} is not YAML. ${inert(problem.message.split('\n')[0] ?? '')}`);
  }
  return { value: plainValue(document, file, code), lineOf: pointer => lineOf(document, lines, pointer) };
}

function decode(bytes: Uint8Array, file: string, code: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolmarkError(code, `${quoteInert(file)} is not UTF-8.`, { cause });
  }
}

/** Aliases are refused: nobody needs them here, and a few lines of them can fill the memory. */
function plainValue(document: Document, file: string, code: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    throw new ToolmarkError(code, `${quoteInert(file)} uses aliases, which it must not.`, {
      cause,
    });
  }
}

function lineOf(document: Document, lines: LineCounter, pointer: string): number {
  const keys = pointerKeys(pointer).map(key => (/^\d+$/.test(key) ? Number(key) : key));
  const node: unknown = keys.length === 0 ? document.contents : document.getIn(keys, true);
  const range = isJsonObject(node) ? (node as { range?: [number] }).range : undefined;
  return range === undefined ? 1 : lines.linePos(range[0]).line;
}
