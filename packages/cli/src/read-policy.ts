import {
  type Finding,
  inert,
  isJsonObject,
  type Json,
  locate,
  type Policy,
  parsePolicy,
  pointerKeys,
  quoteInert,
  readJson,
  refuseUnknownRules,
  ToolmarkError,
} from '@toolmark/core';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { Io } from './io.ts';
import { readFile } from './read-file.ts';

/** A policy file in YAML or JSON. Whatever is wrong with it is refused with the line it stands on. */
export function readPolicy(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Policy {
  const bytes = readFile(file, io, 1024 * 1024);
  const source = file.endsWith('.json') ? jsonSource(bytes, file) : yamlSource(bytes, file);
  try {
    const policy = parsePolicy(source.value);
    refuseUnknownRules(policy.waivers ?? []);
    return policy;
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const reasons = error.findings.map(finding => `line ${source.lineOf(finding.pointer)}: ${finding.message}`);
    throw new ToolmarkError(error.code, `${quoteInert(file)} cannot be used. ${reasons.join(' ')}`, {
      cause: error,
      findings: error.findings as Finding[],
    });
  }
}

interface PolicySource {
  readonly value: unknown;
  readonly lineOf: (pointer: string) => number;
}

function jsonSource(bytes: Uint8Array, file: string): PolicySource {
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

function yamlSource(bytes: Uint8Array, file: string): PolicySource {
  const lines = new LineCounter();
  const document = parseDocument(decode(bytes, file), { lineCounter: lines, uniqueKeys: true, schema: 'core' });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    throw new ToolmarkError(
      'policy.malformed',
      `${quoteInert(file)} is not YAML. ${inert(problem.message.split('\n')[0] ?? '')}`,
    );
  }
  return { value: plainValue(document, file), lineOf: pointer => lineOf(document, lines, pointer) };
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolmarkError('policy.malformed', `${quoteInert(file)} is not UTF-8.`, { cause });
  }
}

/** Aliases are refused: a policy has no use for them, and a few lines of them can fill the memory. */
function plainValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    throw new ToolmarkError('policy.malformed', `${quoteInert(file)} uses aliases, which a policy must not.`, {
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
