import { type CompiledPolicy, compilePolicy, decide, type GuardDecision, type Lock, quoteInert } from '@toolmark/core';
import type { ValidatorCache } from '@toolmark/core/guard';
import pc from 'picocolors';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { type ExpectedCall, readCallTable } from '../sources/call-table.ts';
import { expectPolicy, type PolicyPlace } from '../sources/find-policy.ts';
import { readLock } from '../sources/lock-file.ts';
import { readPolicy } from '../sources/read-policy.ts';

export interface PolicyTestArguments extends PolicyPlace {
  readonly file: string;
  readonly format: 'text' | 'json';
}

interface TestedCall extends ExpectedCall {
  readonly ok: boolean;
  readonly verdict: GuardDecision;
}

/** Runs a table of calls against a policy and a lock, without any server. */
export function runPolicyTest(given: PolicyTestArguments, io: Io): number {
  const { file, lockfile, format } = given;
  const compiled = compilePolicy(readPolicy(expectPolicy(given, io), io));
  const lock = readLock(lockfile, io);
  const cache: ValidatorCache = new Map();
  const calls = readCallTable(file, io).map(call => testCall(call, lock, compiled, cache));
  const ok = calls.every(call => call.ok);
  io.out(format === 'json' ? formatJson({ ok, calls: calls.map(toJson) }) : formatCalls(calls, io.hasColor));
  return ok ? EXIT.yes : EXIT.no;
}

function testCall(call: ExpectedCall, lock: Lock, policy: CompiledPolicy, cache: ValidatorCache): TestedCall {
  const { server, tool, args } = call;
  const locked = lock.servers.get(server)?.tools.get(tool);
  const verdict = decide({ server, tool, arguments: args }, locked, policy, cache);
  const ok = verdict.decision === call.expect && (call.rule === undefined || call.rule === verdict.rule);
  return { ...call, ok, verdict };
}

function toJson({ line, server, tool, expect, rule, ok, verdict }: TestedCall): object {
  const { decision, code, explain } = verdict;
  const expected = { decision: expect, ...(rule === undefined ? {} : { rule }) };
  return { line, server, tool, ok, expected, decision, code, ...ruleOf(verdict), explain };
}

function ruleOf({ rule }: GuardDecision): { rule?: number } {
  return rule === undefined ? {} : { rule };
}

function formatCalls(calls: readonly TestedCall[], hasColor: boolean): string {
  const color = pc.createColors(hasColor);
  const lines = calls.flatMap(call => {
    const word = call.ok ? color.green('ok    ') : color.red('FAILED');
    const head = `${word}  line ${call.line}  ${quoteInert(call.server)} ${quoteInert(call.tool)}: ${call.verdict.decision}`;
    return [call.ok ? head : `${head}, expected ${expectation(call)}`, `  ${call.verdict.explain}`];
  });
  const failed = calls.filter(({ ok }) => !ok).length;
  return `${[...lines, '', `${calls.length} calls, ${failed} not as expected`].join('\n')}\n`;
}

function expectation({ expect, rule }: ExpectedCall): string {
  return rule === undefined ? expect : `${expect} by rule ${rule}`;
}
