import { inert, isJsonObject, type Json, quoteInert, readJson, ToolmarkError } from '@toolmark/core';
import { locate, pointerKeys } from '@toolmark/core/json';
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Io } from '../io.ts';
import { readFile } from './read-file.ts';

/** A value that a person wrote, and the line of each thing in it. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly value: unknown;
  readonly lineOf: (pointer: string) => number;
}

const MAX_BYTES = 1024 * 1024;

/** A file in YAML, or in JSON if it is called so, of at most 1 MiB. `code` is for what is not even that. */
export function readYaml(file: string, io: Pick<Io, 'cwd' | 'stdin'>, code: string): Source {
  const bytes = readFile(file, io, MAX_BYTES);
  // Half a file may well be YAML, and half a policy is a hole.
  if (bytes.length > MAX_BYTES) throw new ToolmarkError(code, `${quoteInert(file)} is longer than ${MAX_BYTES} bytes.`);
  return file.endsWith('.json') ? jsonSource(bytes, file) : yamlSource(bytes, file, code);
}

function jsonSource(bytes: Uint8Array, file: string): Source {
  const value = readNamed(bytes, file);
  const text = new TextDecoder().decode(bytes);
  return { bytes, value, lineOf: pointer => locate(text, new Set([pointer])).get(pointer)?.line ?? 1 };
}

function readNamed(bytes: Uint8Array, file: string): Json {
  try {
    return readJson(bytes);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    throw new ToolmarkError(error.code, `${quoteInert(file)}: ${error.message}`, { cause: error });
  }
}

export function yamlSource(bytes: Uint8Array, file: string, code: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(decode(bytes, file, code), { lineCounter: lines, uniqueKeys: false, schema: 'core' });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    throw new ToolmarkError(code, `${quoteInert(file)} is not YAML. ${inert(problem.message.split('\n')[0] ?? '')}`);
  }
  refuseDoubledKeys(document, lines, file, code);
  const value = plainValue(document, file, code);
  return { bytes, value, lineOf: pointer => lineOf(document, lines, pointer) };
}

/** The library compares each key with every other one: minutes, for a file of nothing but keys. It also lets 1 and "1" pass. */
function refuseDoubledKeys(document: Document, lines: LineCounter, file: string, code: string): void {
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items) {
        const name = String(isScalar(key) ? key.value : key);
        if (seen.has(name)) {
          const line = lines.linePos((key as { range?: [number] }).range?.[0] ?? 0).line;
          throw new ToolmarkError(
            code,
            `${quoteInert(file)} is not YAML. Line ${line} repeats the key ${quoteInert(name)}.`,
          );
        }
        seen.add(name);
      }
    },
  });
}

function decode(bytes: Uint8Array, file: string, code: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolmarkError(code, `${quoteInert(file)} is not UTF-8.`, { cause });
  }
}

/** Refuses aliases: a few lines of them can expand to gigabytes. */
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
