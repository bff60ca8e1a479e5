import { quoteInert } from '@toolmark/core';
import { LIST_KINDS, type ListName } from '@toolmark/core/formats';
import type { OfferedTool, WithheldReason } from '../catalogue.ts';
import type { GuardState } from '../guard-state.ts';
import type { Session } from '../session.ts';
import type { Compared } from '../upstream/watched-list.ts';
import { missingNeed } from './missing-need.ts';

/** Reports the items of a complete list, and locked items missing from it, that clients do not get. */
export function reportWithheld(session: Session, server: string, list: ListName, items: readonly Compared[]): void {
  const { guard } = session;
  const listed = new Set<string>();
  for (const item of items) {
    listed.add(item.id);
    const reason = reasonAgainst(guard, server, list, item);
    if (reason !== undefined) report(guard, server, list, item.id, reason);
  }
  for (const { id } of guard.catalogue.shelf(list).allOf(server)) {
    if (listed.has(id)) continue;
    const explain = missingNeed(session, list, { server, id });
    report(
      guard,
      server,
      list,
      id,
      explain === undefined ? REASONS.missing : { code: 'guard.needs-capability', explain },
    );
  }
}

/** Reports locked items that cannot be delivered, and tools with an advisory. */
export function reportUndeliverable(guard: GuardState): void {
  for (const { server, list, id, ...reason } of guard.catalogue.problems) report(guard, server, list, id, reason);
  for (const tool of guard.catalogue.tools.all()) {
    const explain = guard.advisoryAgainst(tool);
    if (explain !== undefined) report(guard, tool.server, 'tools', tool.id, { code: 'guard.advisory', explain });
  }
}

/** Reports locked texts that are cleaned before delivery. */
export function reportCleaned(guard: GuardState): void {
  for (const { server, list, id, change } of guard.catalogue.cleaned) {
    const what = list === undefined ? id : `${LIST_KINDS[list].item} ${quoteInert(id)}`;
    const removed = change.removed === undefined ? '' : ` (${change.removed})`;
    const where = change.pointer === '' ? '' : ` at ${quoteInert(change.pointer)}`;
    const line = `${quoteInert(server)}: ${what}: text cleaned${where}: ${change.count} × ${change.kind}${removed} [guard.cleaned]`;
    if (!guard.isNew(server, line)) continue;
    guard.settings.audit?.withholdItem(
      server,
      list === undefined ? 'message' : LIST_KINDS[list].word,
      id,
      'guard.cleaned',
    );
    guard.stderr(line);
  }
}

function reasonAgainst(
  guard: GuardState,
  server: string,
  list: ListName,
  { id, offered, seen }: Compared,
): WithheldReason | undefined {
  const problem = guard.catalogue.problemOf(server, list, id);
  if (problem !== undefined) return problem;
  if (seen !== 'locked') return REASONS[seen];
  const unsigned = offered && guard.reasonAgainstUnsigned(server, list, id, offered.locked.digest);
  if (unsigned !== undefined) return unsigned;
  return list === 'tools' && offered !== undefined ? reasonAgainstTool(guard, offered as OfferedTool) : undefined;
}

/** Why a locked, unchanged tool is not listed. */
export function reasonAgainstTool(guard: GuardState, tool: OfferedTool): WithheldReason | undefined {
  const advisory = guard.advisoryAgainst(tool);
  if (advisory !== undefined) return { code: 'guard.advisory', explain: advisory };
  if (!tool.plan.isHidden) return undefined;
  const { code, explain } = tool.plan.denial ?? HIDDEN;
  return { code, explain };
}

const HIDDEN: WithheldReason = { code: 'guard.denied', explain: 'The policy denies every call of it.' };

const REASONS = {
  changed: {
    code: 'guard.drifted',
    explain: 'Its definition changed since it was locked. Run "toolmark check" to see the diff.',
  },
  unlocked: { code: 'guard.unlocked', explain: 'It is not locked. Run "toolmark lock" to add it.' },
  missing: { code: 'guard.missing', explain: 'It is locked, but the server does not list it.' },
  duplicate: { code: 'guard.malformed', explain: 'The server lists it more than once.' },
  malformed: { code: 'guard.malformed', explain: 'It is not a valid MCP item.' },
} as const satisfies Readonly<Record<string, WithheldReason>>;

const OUTCOMES = { enforce: 'is withheld', filter: 'is not listed', audit: 'would be withheld' } as const;

/** Writes one line and one audit record for each item and reason. */
function report(
  guard: GuardState,
  server: string,
  list: ListName,
  id: string,
  { code, explain }: WithheldReason,
): void {
  const what = `${quoteInert(server)}: ${LIST_KINDS[list].item} ${quoteInert(id)} ${OUTCOMES[guard.settings.mode]}`;
  const line = `${what}: ${explain} [${code}]`;
  if (!guard.isNew(server, line)) return;
  guard.settings.audit?.withholdItem(server, LIST_KINDS[list].word, id, code);
  guard.stderr(line);
}
