import { decideCall, type GuardDecision, type JsonObject } from '@toolmark/core';
import type { OfferedTool } from './catalogue.ts';
import { changeSeen, type Denial, findChange } from './find-change.ts';
import type { Session } from './session.ts';

export type Judgement = GuardDecision | Denial;

/** Decides about a call by what the server showed last and by the policy. */
export function judgeCall(session: Session, tool: OfferedTool, args: JsonObject): Judgement {
  const against = findAdvisory(session, tool) ?? changeSeen(session, { list: 'tools', item: tool });
  return against ?? decideCall(tool.plan, args, session.guard.validators);
}

/** Whether the list need not be read before the decision. */
export function isFresh(session: Session, { server }: OfferedTool): boolean {
  return !session.guard.settings.recheckEveryCall && session.server(server).lists.tools.isFresh();
}

/** Reads the list first, then decides. */
export async function judgeAnew(session: Session, tool: OfferedTool, args: JsonObject): Promise<Judgement> {
  const against = findAdvisory(session, tool) ?? (await findChange(session, { list: 'tools', item: tool }));
  return against ?? judgeCall(session, tool, args);
}

/** Why the tool cannot be used any more after a person took time to answer. The list is read again, however fresh it is. */
export async function changeMeanwhile(session: Session, tool: OfferedTool): Promise<Denial | undefined> {
  return findAdvisory(session, tool) ?? (await findChange(session, { list: 'tools', item: tool }, true));
}

function findAdvisory(session: Session, tool: OfferedTool): Denial | undefined {
  const bad = session.guard.advisoryAgainst(tool);
  return bad === undefined ? undefined : { decision: 'deny', code: 'guard.advisory', explain: bad };
}
