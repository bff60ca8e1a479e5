import type { GuardDecision, JsonObject } from '@toolmark/core';
import { decideCall } from '@toolmark/core/guard';
import type { OfferedTool } from '../catalogue.ts';
import type { Session } from '../session.ts';
import { checkItem, checkSeen, type Denial } from './check-item.ts';

export type Decision = GuardDecision | Denial;

/** Decides a call by the advisories, the last reading of the list and the policy. */
export function decideTool(session: Session, tool: OfferedTool, args: JsonObject): Decision {
  const denial = findAdvisory(session, tool) ?? checkSeen(session, { list: 'tools', item: tool });
  return denial ?? decideCall(tool.plan, args, session.guard.validators);
}

/** Whether a call can be decided without reading the list. */
export function isFresh(session: Session, { server }: OfferedTool): boolean {
  return !session.guard.settings.recheckEveryCall && session.server(server).lists.tools.isFresh();
}

/** Checks the tool in its list first, then decides. */
export async function checkAndDecide(session: Session, tool: OfferedTool, args: JsonObject): Promise<Decision> {
  const denial = findAdvisory(session, tool) ?? (await checkItem(session, { list: 'tools', item: tool }));
  return denial ?? decideTool(session, tool, args);
}

/** Checks the tool again after a person answered; the list is read even if it is fresh. */
export async function checkAgain(session: Session, tool: OfferedTool): Promise<Denial | undefined> {
  return findAdvisory(session, tool) ?? (await checkItem(session, { list: 'tools', item: tool }, true));
}

function findAdvisory(session: Session, tool: OfferedTool): Denial | undefined {
  const explain = session.guard.advisoryAgainst(tool);
  return explain === undefined ? undefined : { decision: 'deny', code: 'guard.advisory', explain };
}
