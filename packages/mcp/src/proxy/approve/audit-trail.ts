import type { Digest, Lock, LockedTool } from '@toolmark/core';
import { type AuditGrounds, auditDecision, declaredNames } from '@toolmark/core/guard';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { AuditTrail, DecisionRecord } from '../guard-settings.ts';
import { AuditQueue } from './audit-queue.ts';

export interface TrailOptions {
  readonly log: Pick<AuditLog, 'append' | 'appendAll'>;
  readonly grounds: AuditGrounds;
  readonly lock: Lock;
  /** Records arguments with their values, not only their shape. */
  readonly withValues: boolean;
}

/** Writes the decisions of a guard to an audit log. */
export function auditTrail({ log, grounds, lock, withValues }: TrailOptions): AuditTrail {
  const queue = new AuditQueue(log);
  const names = new Map<Digest, ReadonlySet<string>>();
  const namesOf = ({ server = '', target = '', digest }: DecisionRecord): ReadonlySet<string> => {
    if (digest === undefined) return NONE;
    const known = names.get(digest) ?? declaredNames(lockedTool(lock, server, target));
    names.set(digest, known);
    return known;
  };
  return {
    record: entry => {
      const decision = auditDecision(decided(entry), { ...grounds, names: namesOf(entry), withValues });
      const { id, approval } = entry;
      return queue.append(
        decision,
        ...(approval === undefined ? [] : [{ event: 'approval', id, ...approval } as const]),
      );
    },
    withholdResult: (id, code) => void log.append({ event: 'outcome', id, ok: false, code }),
    withholdItem: (server, kind, name, code) => void log.append({ event: 'withheld', server, kind, name, code }),
    takeUpdate: (server, update) => void log.append({ event: 'update', server, ...update }),
  };
}

const NONE: ReadonlySet<string> = new Set();

function lockedTool(lock: Lock, server: string, name: string): LockedTool | undefined {
  return lock.servers.get(server)?.tools.get(name);
}

function decided(entry: DecisionRecord): Parameters<typeof auditDecision>[0] {
  const { id, session, server = '', name, target, digest, method, isOverruled = false } = entry;
  return {
    id,
    session,
    server,
    tool: name,
    ...(method === 'tools/call' ? {} : { method }),
    ...(target === undefined ? {} : { original: target }),
    ...(digest === undefined ? {} : { digest }),
    ...(entry.link === undefined ? {} : { link: entry.link }),
    args: entry.arguments ?? {},
    decision: {
      decision: entry.decision,
      code: entry.code,
      explain: entry.explain,
      ...(entry.rule === undefined ? {} : { rule: entry.rule }),
      ...(entry.violations === undefined ? {} : { violations: entry.violations }),
    },
    forwarded: entry.decision === 'allow' || isOverruled,
  };
}
