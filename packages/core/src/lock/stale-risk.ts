import { child, type Finding } from '../base/index.ts';
import { assessRisk } from '../describe/index.ts';
import type { Lock } from './lock.ts';

/** Risk levels that this version would not assign: after an upgrade, or because somebody edited a note for readers. */
export function findStaleRisk(lock: Lock): Finding[] {
  return [...lock.servers].flatMap(([key, { tools }]) =>
    [...tools].flatMap(([name, { definition, riskLevel }]) => {
      const { level } = assessRisk(definition);
      if (level === riskLevel) return [];
      const pointer = `${child(`${child('/servers', key)}/tools`, name)}/riskLevel`;
      const message = `The lock notes the risk ${riskLevel}, and this version sees ${level}. Nothing relies on the note; run "toolmark lock" to refresh it.`;
      return [{ code: 'lock.stale-risk', severity: 'warning' as const, pointer, message, tool: name, server: key }];
    }),
  );
}
