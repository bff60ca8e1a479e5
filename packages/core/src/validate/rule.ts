import type { Finding, Severity } from '../base/index.ts';
import type { Subject } from './subject.ts';

/** One place where a rule is broken. */
export interface Offence {
  readonly pointer: string;
  readonly message: string;
  /** If it differs from the severity of the rule. */
  readonly severity?: Severity;
  readonly evidence?: string;
}

/** Codes never change. `title` and `advice` are the source of docs/spec/findings.md. */
export interface CodeEntry {
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong, in one sentence. */
  readonly title: string;
  /** What to do about it, in one sentence. */
  readonly advice: string;
}

/** A rule is data with a check. */
export interface Rule extends CodeEntry {
  readonly check: (subject: Subject) => readonly Offence[];
}

export function applyRule(rule: Rule, subject: Subject): Finding[] {
  return rule.check(subject).map(offence => ({
    code: rule.code,
    severity: offence.severity ?? rule.severity,
    pointer: offence.pointer,
    message: offence.message,
    ...(offence.evidence === undefined ? {} : { evidence: offence.evidence }),
  }));
}
