import { decideCall, type GuardDecision, type JsonObject, ToolmarkError } from '@toolmark/core';
import type { OfferedTool } from './catalogue.ts';
import type { Session } from './session.ts';

/** What stands against a call, whatever its policy says. */
export interface Denial {
  readonly decision: 'deny';
  readonly code: string;
  readonly explain: string;
  readonly rule?: undefined;
  readonly violations?: undefined;
}

export type Judgement = GuardDecision | Denial;

/** What is to become of a call, by what the server showed last and by the policy. */
export function judgeCall(session: Session, tool: OfferedTool, args: JsonObject): Judgement {
  const against = findAdvisory(session, tool) ?? findChange(session, tool);
  return against ?? decideCall(tool.plan, args, session.guard.validators);
}

/** Whether that can be said without asking the server for its list first. */
export function isFresh(session: Session, { server }: OfferedTool): boolean {
  return !session.guard.settings.recheckEveryCall && session.server(server).lists.tools.isFresh();
}

/** The same where the list must be read first. */
export async function judgeAnew(session: Session, tool: OfferedTool, args: JsonObject): Promise<Judgement> {
  const against = findAdvisory(session, tool) ?? (await readList(session, tool));
  return against ?? judgeCall(session, tool, args);
}

/** Whoever was asked took time: what stands against the tool by now. */
export async function changeMeanwhile(session: Session, tool: OfferedTool): Promise<Denial | undefined> {
  return findAdvisory(session, tool) ?? (await readList(session, tool, true)) ?? findChange(session, tool);
}

/** What stands against the tool since its list was said to have changed. */
export async function changeOf(session: Session, tool: OfferedTool): Promise<Denial | undefined> {
  return (await readList(session, tool)) ?? findChange(session, tool);
}

function findAdvisory(session: Session, tool: OfferedTool): Denial | undefined {
  const bad = session.guard.advisoryAgainst(tool);
  return bad === undefined ? undefined : { decision: 'deny', code: 'guard.advisory', explain: bad };
}

/** Why a tool is not what was locked, by what its server showed last. */
function findChange(session: Session, tool: OfferedTool): Denial | undefined {
  const seen = session.server(tool.server).lists.tools.look(tool.id);
  if (seen === 'locked') return undefined;
  const explain =
    seen === 'changed'
      ? 'The tool has changed since it was locked. Somebody must look at the change and lock it anew.'
      : 'The server does not offer the tool any more.';
  return { decision: 'deny', code: seen === 'changed' ? 'guard.drifted' : 'guard.missing', explain };
}

/** Reads the list as far as it is not known; what cannot be read stands against the tool. */
async function readList(
  session: Session,
  { server }: OfferedTool,
  isRechecked = session.guard.settings.recheckEveryCall,
): Promise<Denial | undefined> {
  const list = session.server(server).lists.tools;
  try {
    await (isRechecked ? list.recheck() : list.refresh());
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const explain = `Whether the tool is still as it was locked could not be checked. ${error.message}`;
    return { decision: 'deny', code: 'guard.unchecked', explain };
  }
}
