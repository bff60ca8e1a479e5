import {
  type Finding,
  inert,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  readJson,
  ToolmarkError,
} from '@toolmark/core';

const MAX_TEXT = 4_000;
const MAX_FINDINGS = 1_000;

/** The error in a registry's answer, with its code; `registry.failed` when there is none to parse. */
export function problemOf(status: number, bytes: Uint8Array): ToolmarkError {
  const problem = readProblem(bytes);
  const code = problem === undefined ? undefined : member(problem, 'code');
  if (problem === undefined || typeof code !== 'string' || !/^[a-z][a-z0-9.-]{0,63}$/.test(code)) return failed(status);
  const title = member(problem, 'title');
  const pointer = member(problem, 'pointer');
  const text = typeof title === 'string' ? shown(title) : `The registry refused: ${code}.`;
  return new ToolmarkError(code, text, {
    findings: findingsOf(member(problem, 'findings')),
    ...(typeof pointer === 'string' ? { pointer: shown(pointer) } : {}),
  });
}

function readProblem(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value = readJson(bytes);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function findingsOf(value: Json | undefined): Finding[] {
  const findings = Array.isArray(value) ? value.slice(0, MAX_FINDINGS).filter(isFinding) : [];
  return findings.map(finding => ({
    ...finding,
    ...{ code: shown(finding.code), pointer: shown(finding.pointer), message: shown(finding.message) },
  }));
}

/** Text of a registry, made inert and shortened. */
function shown(text: string): string {
  return inert(text.slice(0, MAX_TEXT));
}

const SEVERITIES: readonly unknown[] = ['error', 'warning', 'info'];

function isFinding(value: unknown): value is Finding {
  if (!isJsonObject(value) || !SEVERITIES.includes(member(value, 'severity'))) return false;
  return ['code', 'pointer', 'message'].every(name => typeof member(value, name) === 'string');
}

function failed(status: number): ToolmarkError {
  const message = `The registry answered with status ${status} without a reason. Check that this address is a Toolmark registry.`;
  return new ToolmarkError('registry.failed', message);
}
