import { type Finding, quoteInert, ToolmarkError } from '../base/index.ts';
import type { Waiver } from '../describe/index.ts';
import { WAIVABLE } from './catalogue.ts';

/** Findings with their waivers applied. A waived finding stays in the list; an expired waiver adds one of its own. */
export function applyWaivers(findings: readonly Finding[], waivers: readonly Waiver[], now: Date): Finding[] {
  if (waivers.length === 0) return [...findings];
  refuseUnknownRules(waivers);
  const today = now.toISOString().slice(0, 10);
  const inForce = waivers.filter(({ expires }) => expires >= today);
  const expired = waivers.filter(({ expires }) => expires < today);
  return [
    ...findings.map(finding => waive(finding, inForce)),
    ...expired.filter(waiver => findings.some(finding => covers(waiver, finding))).map(reportExpired),
  ];
}

/** A waiver for an unknown rule would have no effect; throws `policy.unknown-rule`. */
export function refuseUnknownRules(waivers: readonly Waiver[]): void {
  const findings = waivers.flatMap(({ rule }, index): Finding[] => {
    if (WAIVABLE.has(rule)) return [];
    const message = `${quoteInert(rule)} is not a rule that can be waived. See docs/spec/findings.md.`;
    return [{ code: 'policy.unknown-rule', severity: 'error', pointer: `/waivers/${index}/rule`, message }];
  });
  const [first] = findings;
  if (first !== undefined) throw new ToolmarkError(first.code, first.message, { pointer: first.pointer, findings });
}

function waive(finding: Finding, waivers: readonly Waiver[]): Finding {
  const waiver = waivers.find(candidate => covers(candidate, finding));
  return waiver === undefined ? finding : { ...finding, waived: { reason: waiver.reason, expires: waiver.expires } };
}

function covers(waiver: Waiver, finding: Finding): boolean {
  const { rule, tool, server } = waiver;
  if (rule !== finding.code || (tool !== undefined && tool !== finding.tool)) return false;
  return server === undefined || server === finding.server;
}

function reportExpired({ rule, tool, expires }: Waiver): Finding {
  return {
    code: 'policy.waiver-expired',
    severity: 'warning',
    pointer: '',
    message: `The waiver for ${rule} expired on ${expires}.`,
    ...(tool === undefined ? {} : { tool }),
  };
}
