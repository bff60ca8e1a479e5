import type { Change, DriftSeverity } from '@toolmark/core';
import type { UpdatePolicy } from '@toolmark/core/formats';
import { failsOn } from '@toolmark/core/lock';
import { EXIT } from '../io.ts';

/** What became of one server. */
export interface ServerDrift {
  readonly server: string;
  /** `unlocked`: not in the lock. `unchecked`: the check did not run. `signed_update`: the publisher signed all changes. */
  readonly status: 'match' | 'drift' | 'signed_update' | 'unlocked' | 'unchecked';
  readonly drift: readonly Change[];
  /** Changes that a signed update covers. */
  readonly covered?: readonly Change[];
  /** What the policy says about the signed update. */
  readonly updates?: UpdatePolicy;
  readonly error?: { readonly code: string; readonly message: string };
  /** Something about the server as a whole. */
  readonly note?: string;
  /** The config starts a guard, and the server behind it was asked. */
  readonly behind?: 'guard';
}

export interface DriftReport {
  /** `unknown`: nothing has drifted as far as could be seen, but not all could be seen. */
  readonly outcome: 'match' | 'drift' | 'signed_update' | 'unknown';
  readonly failOn: DriftSeverity;
  readonly servers: readonly ServerDrift[];
  /** Locked servers that no source named, so that nothing is known about them. */
  readonly notAsked: readonly string[];
}

export function toReport(
  servers: readonly ServerDrift[],
  failOn: DriftSeverity,
  notAsked: readonly string[] = [],
): DriftReport {
  return { outcome: outcomeOf(servers), failOn, servers, notAsked };
}

function outcomeOf(servers: readonly ServerDrift[]): DriftReport['outcome'] {
  if (servers.some(({ status }) => status === 'drift' || status === 'unlocked')) return 'drift';
  if (servers.length === 0 || servers.some(({ status }) => status === 'unchecked')) return 'unknown';
  return servers.some(({ status }) => status === 'signed_update') ? 'signed_update' : 'match';
}

export function unchecked(server: string, { code, message }: { code: string; message: string }): ServerDrift {
  return { server, status: 'unchecked', drift: [], error: { code, message } };
}

/** Failing drift is exit 1 even if other servers were not checked; unchecked servers alone are exit 2. */
export function exitOf(report: DriftReport): number {
  if (report.servers.some(server => fails(server, report.failOn))) return EXIT.no;
  return report.servers.some(({ status }) => status === 'unchecked') ? EXIT.error : EXIT.yes;
}

/** An unlocked server always fails. Signed updates are a class of their own: the policy decides, and no severity. */
export function fails({ status, drift, updates }: ServerDrift, failOn: DriftSeverity): boolean {
  const isSigned = ({ type }: Change): boolean => type === 'signed_update';
  const isUnasked = drift.some(isSigned) && updates !== 'allow';
  return (
    status === 'unlocked' ||
    isUnasked ||
    failsOn(
      drift.filter(change => !isSigned(change)),
      failOn,
    )
  );
}

/** The report for machines; `error` says that the question could not be asked of all. */
export function toJson(report: DriftReport): object {
  const broken = report.servers.filter(({ status }) => status === 'unchecked');
  const message = `${broken.length} of ${report.servers.length} servers could not be checked.`;
  return {
    outcome: report.outcome,
    failOn: report.failOn,
    servers: report.servers,
    ...(report.notAsked.length === 0 ? {} : { notAsked: report.notAsked }),
    ...(broken.length === 0 ? {} : { error: { code: broken[0]?.error?.code, message } }),
  };
}
