import {
  decideCall,
  type GuardDecision,
  isJsonObject,
  type JsonObject,
  member,
  restoreValues,
  ToolmarkError,
} from '@toolmark/core';
import { type Asked, askPerson } from './ask-person.ts';
import { bindApproval } from './bind-approval.ts';
import type { OfferedTool } from './catalogue.ts';
import { checkedResult, withholdResult } from './checked-result.ts';
import type { DecisionRecord } from './guard-settings.ts';
import { INVALID_PARAMS, RpcError } from './json-rpc.ts';
import { parameterHeaders } from './parameter-headers.ts';
import { toolRefusal, unknownThing } from './refusals.ts';
import type { Call, Session } from './session.ts';

/** A refusal on its way to the client. */
interface Refusal {
  readonly code: string;
  readonly explain: string;
  readonly rule?: number | undefined;
}

/** Lets a call pass if its tool is locked, unchanged and allowed; else answers why not. */
export async function callTool(session: Session, call: Call): Promise<JsonObject> {
  const { guard } = session;
  const name = member(call.params, 'name');
  if (typeof name !== 'string') throw new RpcError(INVALID_PARAMS, 'A call names its tool.');
  const tool = guard.catalogue.tools.find(name);
  if (tool === undefined || (tool.plan.isHidden && guard.settings.mode === 'enforce')) {
    return callUnknown(session, call, name, tool);
  }
  session.targets.set(call, tool.server);
  const args = restoreValues(argumentsOf(call.params), tool.clean) as JsonObject;
  const decided = await decideOn(session, call, tool, args);
  if ('answer' in decided) return decided.answer;
  const result = await forward(session, { ...call, params: decided.params }, tool, args);
  return decided.approvedBy === undefined
    ? result
    : guard.rounds.remember(bindApproval(tool, args), decided.approvedBy, result);
}

/** The call may pass, with what of it is meant for the server; or this is the answer to it. */
type Decided =
  | { readonly params: JsonObject; readonly approvedBy: string | undefined }
  | { readonly answer: JsonObject };

/** A tool that is not locked, or hidden: in both cases there is no such tool. Milder modes only write that down. */
async function callUnknown(
  session: Session,
  call: Call,
  name: string,
  tool: OfferedTool | undefined,
): Promise<JsonObject> {
  const { guard } = session;
  const route = guard.settings.mode === 'enforce' ? undefined : guard.liveNames.find(name, session);
  const explain =
    tool === undefined ? 'The tool is not locked.' : 'The policy denies the tool, whatever its arguments.';
  session.record(call, {
    server: tool?.server ?? route?.server,
    name,
    target: tool?.id ?? route?.tool,
    digest: tool?.locked.digest,
    decision: 'deny',
    code: tool === undefined ? 'guard.unlocked' : 'guard.denied',
    explain,
    isOverruled: route !== undefined,
    arguments: argumentsOf(call.params),
  });
  if (route === undefined) throw unknownThing('tools', name);
  session.targets.set(call, route.server);
  return session.ask(route.server, call.method, { ...call.params, name: route.tool }, call);
}

/** Decides, asks a person where the policy wants one, and writes it down. */
async function decideOn(session: Session, call: Call, tool: OfferedTool, args: JsonObject): Promise<Decided> {
  const { guard } = session;
  const isEnforced = guard.settings.mode === 'enforce';
  const decision = await judge(session, tool, args);
  // Milder modes let the call pass in any case: nobody is troubled with it.
  const asked =
    decision.decision === 'ask' && isEnforced
      ? await askPerson({ session, call, tool, args, explain: decision.explain })
      : undefined;
  const change = asked?.isApproved === true ? await changeMeanwhile(session, call, tool) : undefined;
  const isAllowed = change === undefined && (decision.decision === 'allow' || asked?.isApproved === true);
  const refusal = isAllowed ? undefined : (change ?? asked?.refusal ?? decision);
  const approvedBy = asked?.isApproved === true ? asked.by : undefined;
  session.record(call, {
    server: tool.server,
    name: tool.alias,
    target: tool.id,
    digest: tool.locked.digest,
    decision: isAllowed ? 'allow' : 'deny',
    code: refusal?.code ?? decision.code,
    rule: decision.rule,
    explain: refusal?.explain ?? decision.explain,
    violations: 'violations' in decision ? decision.violations : undefined,
    approval: approvalOf(asked),
    isOverruled: !isAllowed && !isEnforced,
    arguments: args,
  });
  if (asked?.question !== undefined) return { answer: asked.question };
  if (refusal === undefined || !isEnforced) {
    return { params: asked?.params ?? guard.rounds.withoutOwn(call.params), approvedBy };
  }
  return { answer: toolRefusal(refusal.code, refusal.explain, decision.rule, session.isModernCall(call)) };
}

function approvalOf(asked: Asked | undefined): DecisionRecord['approval'] {
  if (asked === undefined || asked.question !== undefined) return undefined;
  const isSilent = asked.refusal !== undefined && asked.refusal.code !== 'guard.refused';
  return { answer: asked.isApproved ? 'allow' : isSilent ? 'none' : 'deny', by: asked.by };
}

/** Whoever was asked took time. An approval is for what was shown, and for a call that somebody still wants. */
async function changeMeanwhile(session: Session, call: Call, tool: OfferedTool): Promise<Denial | undefined> {
  const change = advisoryOn(session, tool) ?? (await changeOf(session, tool, true));
  if (change !== undefined || !call.cancellation.isCancelled) return change;
  return { decision: 'deny', code: 'guard.withdrawn', explain: 'The call was called off before it could pass.' };
}

async function judge(session: Session, tool: OfferedTool, args: JsonObject): Promise<GuardDecision | Denial> {
  const against = advisoryOn(session, tool) ?? (await changeOf(session, tool));
  return against ?? decideCall(tool.plan, args, session.guard.validators);
}

function advisoryOn(session: Session, { server, locked }: OfferedTool): Denial | undefined {
  const bad = session.guard.settings.advisories?.refusalOf(server, locked.definition, locked.digest);
  return bad === undefined ? undefined : { decision: 'deny', code: 'guard.advisory', explain: bad };
}

interface Denial extends Refusal {
  readonly decision: 'deny';
}

/** Why a tool is not what was locked, by what its server showed last. */
export async function changeOf(
  session: Session,
  tool: OfferedTool,
  isRechecked = session.guard.settings.recheckEveryCall,
): Promise<Denial | undefined> {
  const list = session.server(tool.server).lists.tools;
  try {
    if (isRechecked) await list.recheck();
    else if (!list.isFresh()) await list.refresh();
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const explain = `Whether the tool is still as it was locked could not be checked. ${error.message}`;
    return { decision: 'deny', code: 'guard.unchecked', explain };
  }
  const seen = list.look(tool.id);
  if (seen === 'locked') return undefined;
  const explain =
    seen === 'changed'
      ? 'The tool has changed since it was locked. Somebody must look at the change and lock it anew.'
      : 'The server does not offer the tool any more.';
  return { decision: 'deny', code: seen === 'changed' ? 'guard.drifted' : 'guard.missing', explain };
}

async function forward(session: Session, call: Call, tool: OfferedTool, args: JsonObject): Promise<JsonObject> {
  const { lists } = session.server(tool.server);
  const before = lists.tools.generation;
  const params = { ...call.params, name: tool.id, ...(Object.hasOwn(call.params, 'arguments') && { arguments: args }) };
  const headers = session.server(tool.server).upstream.readsHeaders && parameterHeaders(tool.locked.definition, args);
  const result = await session.ask(tool.server, call.method, params, call, headers ? { headers } : {});
  if (session.guard.settings.mode !== 'enforce') return result;
  const change = before === lists.tools.generation ? undefined : await changeOf(session, tool);
  if (change !== undefined) return withholdResult(session, call, change.code, change.explain);
  return session.tasks.note(tool, checkedResult(session, call, tool, result));
}

function argumentsOf(params: JsonObject): JsonObject {
  const args = member(params, 'arguments');
  if (args === undefined) return {};
  if (isJsonObject(args)) return args;
  throw new RpcError(INVALID_PARAMS, 'The arguments of a call are an object.');
}
