import { isJsonObject, type JsonObject, quoteInert, ToolmarkError } from '@toolmark/core';
import type { Decision } from '@toolmark/core/formats';
import { readYaml, type Source } from '../files/read-yaml.ts';
import type { Io } from '../io.ts';

/** A call and what a policy is expected to say to it. */
export interface ExpectedCall {
  readonly line: number;
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly expect: Decision;
  /** The rule expected to decide, counted from 1. */
  readonly rule?: number;
}

/** A table of calls in YAML or JSON. An unknown key or word anywhere refuses all of it: a test must not test nothing. */
export function readCallTable(file: string, io: Pick<Io, 'cwd' | 'stdin'>): ExpectedCall[] {
  const source = readYaml(file, io, 'calls.malformed');
  const rows: readonly unknown[] = Array.isArray(source.value) ? source.value : [];
  const problems = rows.flatMap((row, index) =>
    findProblems(row).map(problem => `line ${lineOf(source, index)}: ${problem}`),
  );
  if (rows.length === 0) problems.push('It must be a list of at least one call.');
  if (problems.length > 0) {
    throw new ToolmarkError(
      'calls.malformed',
      `${quoteInert(file)} cannot be used. ${problems.slice(0, 20).join(' ')}`,
    );
  }
  return rows.map((row, index) => toCall(row as JsonObject, lineOf(source, index)));
}

const MEMBERS = new Set(['server', 'tool', 'args', 'expect', 'rule']);
const DECISIONS: readonly unknown[] = ['allow', 'ask', 'deny'];

function findProblems(row: unknown): string[] {
  if (!isJsonObject(row)) return ['Expected a call with server, tool, args and expect.'];
  const { server, tool, args, expect, rule } = row;
  return [
    ...Object.keys(row).flatMap(key => (MEMBERS.has(key) ? [] : [`The member ${quoteInert(key)} is not known here.`])),
    ...(server === undefined || typeof server === 'string' ? [] : ['server must be a text.']),
    ...(typeof tool === 'string' ? [] : ['tool must be a text.']),
    ...(args === undefined || isJsonObject(args) ? [] : ['args must be an object.']),
    ...(DECISIONS.includes(expect) ? [] : ['expect must be allow, ask or deny.']),
    ...(rule === undefined || (Number.isInteger(rule) && Number(rule) >= 1) ? [] : ['rule must be a number from 1.']),
  ];
}

/** The shape has been proven. */
function toCall({ server = 'default', tool, args = {}, expect, rule }: JsonObject, line: number): ExpectedCall {
  return {
    line,
    server: String(server),
    tool: String(tool),
    args: args as JsonObject,
    expect: expect as Decision,
    ...(rule === undefined ? {} : { rule: Number(rule) }),
  };
}

function lineOf(source: Source, index: number): number {
  return source.lineOf(`/${index}`);
}
