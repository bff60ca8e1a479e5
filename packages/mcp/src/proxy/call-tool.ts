import { isJsonObject, type JsonObject, member, restoreValues } from '@toolmark/core';
import { INVALID_PARAMS } from '../connect/json-rpc-codes.ts';
import { type Asked, askPerson } from './ask-person.ts';
import { bindApproval } from './bind-approval.ts';
import type { Call } from './call.ts';
import type { OfferedTool } from './catalogue.ts';
import { checkedResult, withholdResult } from './checked-result.ts';
import type { Denial } from './find-change.ts';
import type { DecisionRecord } from './guard-settings.ts';
import { RpcError } from './json-rpc.ts';
import { changeMeanwhile, isFresh, type Judgement, judgeAnew, judgeCall } from './judge-call.ts';
import { findLive } from './live-names.ts';
import { parameterHeaders } from './parameter-headers.ts';
import { isTaskBegun } from './rebuild-result.ts';
import { toolRefusal, unknownThing } from './refusals.ts';
import { sendVerified } from './send-verified.ts';
import type { Session } from './session.ts';

/** Lets a call pass if its tool is locked, unchanged and allowed; else answers why not. */
export function callTool(session: Session, call: Call): Promise<JsonObject> {
  const { catalogue, settings } = session.guard;
  const name = member(call.params, 'name');
  if (typeof name !== 'string') throw new RpcError(INVALID_PARAMS, 'A call names its tool.');
  const tool = catalogue.tools.find(name);
  const isHidden = tool === undefined || (tool.plan.isHidden && settings.mode === 'enforce');
  if (isHidden) return callUnknown(session, call, name, tool);
  const versions = catalogue.tools.versionsOf(tool);
  return versions.length === 1 ? callLocked(session, call, tool) : callVersion(session, call, tool);
}

/** A tool of which clients see several definitions is judged by the one that the server shows to this client. */
async function callVersion(session: Session, call: Call, tool: OfferedTool): Promise<JsonObject> {
  const { tools } = session.server(tool.server).lists;
  // One that cannot be read is refused where the call is judged.
  await tools.refresh().catch(() => {});
  return callLocked(session, call, (tools.versionSeen(tool.id) as OfferedTool | undefined) ?? tool);
}

/** Decides, asks a person where the policy wants one, writes that down, and only then forwards the call. */
function callLocked(session: Session, call: Call, tool: OfferedTool): Promise<JsonObject> {
  call.target = tool.server;
  const args = restoreValues(argumentsOf(call.params), tool.clean) as JsonObject;
  // Nothing waits that need not: under load, waiting costs more than deciding.
  const decision = isFresh(session, tool) ? judgeCall(session, tool, args) : undefined;
  return decision === undefined || isAsked(session, decision)
    ? askFirst(session, call, tool, args, decision)
    : carryOut(session, call, { tool, args, decision, asked: undefined });
}

/** Milder modes let the call pass in any case: nobody is troubled with it. */
function isAsked({ guard }: Session, { decision }: Judgement): boolean {
  return decision === 'ask' && guard.settings.mode === 'enforce';
}

/** The server shows its list anew, or a person decides, before the call goes on. */
async function askFirst(
  session: Session,
  call: Call,
  tool: OfferedTool,
  args: JsonObject,
  known: Judgement | undefined,
): Promise<JsonObject> {
  const decision = known ?? (await judgeAnew(session, tool, args));
  const asked = isAsked(session, decision) ? await askAbout(session, call, tool, args, decision.explain) : undefined;
  return carryOut(session, call, { tool, args, decision, asked });
}

interface Decided {
  readonly tool: OfferedTool;
  readonly args: JsonObject;
  readonly decision: Judgement;
  readonly asked: Asked | undefined;
}

function carryOut(session: Session, call: Call, decided: Decided): Promise<JsonObject> {
  const isEnforced = session.guard.settings.mode === 'enforce';
  const refusal = refusalOf(decided);
  if (refusal === undefined) warnOfViolations(session, decided);
  const written = session.record(call, () => recordOf(decided, refusal, isEnforced));
  const goOn = (): Promise<JsonObject> => {
    if (decided.asked?.question !== undefined) return Promise.resolve(decided.asked.question);
    if (refusal === undefined || !isEnforced) return pass(session, call, decided, refusal !== undefined);
    const { code, explain } = refusal;
    return Promise.resolve(toolRefusal(code, explain, decided.decision.rule, session.isModernCall(call)));
  };
  return written === undefined ? goOn() : written.then(goOn);
}

/** Says once for each tool and kind of violation what the policy lets pass with a warning. */
function warnOfViolations({ guard }: Session, { tool, decision: { violations = [] } }: Decided): void {
  if (violations.length === 0) return;
  const keywords = [...new Set(violations.map(({ keyword }) => keyword))].filter(keyword => keyword !== '');
  const line = `${tool.server}: ${tool.alias}: the arguments do not fit the locked input schema (${keywords.join(', ')}). Passed on: the policy says "arguments: warn".`;
  if (guard.isNew(tool.server, line)) guard.talk(line);
}

function pass(session: Session, call: Call, decided: Decided, isOverruled: boolean): Promise<JsonObject> {
  const { rounds } = session.guard;
  const { tool, args, asked } = decided;
  const given = asked?.params ?? rounds.withoutOwn(call.params);
  const result = isOverruled
    ? send(session, call, decided, given).then(result => session.links.note(tool.server, undefined, call, result))
    : forward(session, call, decided, given);
  if (asked === undefined) return result;
  return result.then(given => rounds.remember(bindApproval(tool, args), asked.by, given));
}

/** A tool that is not locked, or hidden: in both cases there is no such tool. Milder modes only write that down. */
async function callUnknown(
  session: Session,
  call: Call,
  name: string,
  tool: OfferedTool | undefined,
): Promise<JsonObject> {
  const args = argumentsOf(call.params);
  const route = await findLive(session, 'tools', name);
  const explain =
    tool === undefined ? 'The tool is not locked.' : 'The policy denies the tool, whatever its arguments.';
  await session.record(call, () => ({
    server: tool?.server ?? route?.server,
    name,
    target: tool?.id ?? route?.tool,
    digest: tool?.locked.digest,
    decision: 'deny',
    code: tool === undefined ? 'guard.unlocked' : 'guard.denied',
    explain,
    isOverruled: route !== undefined,
    arguments: args,
  }));
  if (route === undefined) throw unknownThing('tools', name);
  call.target = route.server;
  const result = await session.ask(route.server, call.method, { ...call.params, name: route.tool }, call);
  if (!isTaskBegun(call, result)) return session.links.note(route.server, undefined, call, result);
  return session.tasks.note({ server: route.server, tool: undefined }, result);
}

/** An approval is for what was shown, and for a call that somebody still wants. */
async function askAbout(
  session: Session,
  call: Call,
  tool: OfferedTool,
  args: JsonObject,
  explain: string,
): Promise<Asked> {
  const asked = await askPerson({ session, call, tool, args, explain });
  if (!asked.isApproved) return asked;
  const change = await changeMeanwhile(session, tool);
  if (change !== undefined) return { ...asked, refusal: change };
  return call.cancellation.isCancelled ? { ...asked, refusal: CALLED_OFF } : asked;
}

const CALLED_OFF = { code: 'guard.withdrawn', explain: 'The call was called off before it could pass.' };

type Refusal = Pick<Denial, 'code' | 'explain'>;

/** Why a call may not pass. */
function refusalOf({ decision, asked }: Decided): Refusal | undefined {
  if (asked !== undefined) return asked.refusal ?? (asked.isApproved ? undefined : decision);
  return decision.decision === 'allow' ? undefined : decision;
}

function recordOf(
  { tool, args, decision, asked }: Decided,
  refusal: Refusal | undefined,
  isEnforced: boolean,
): ReturnType<Parameters<Session['record']>[1]> {
  const { code, explain } = refusal ?? decision;
  return {
    server: tool.server,
    name: tool.alias,
    target: tool.id,
    digest: tool.locked.digest,
    decision: refusal === undefined ? 'allow' : 'deny',
    code,
    rule: decision.rule,
    explain,
    violations: decision.violations,
    approval: approvalOf(asked),
    isOverruled: refusal !== undefined && !isEnforced,
    arguments: args,
  };
}

function approvalOf(asked: Asked | undefined): DecisionRecord['approval'] {
  if (asked === undefined || asked.question !== undefined) return undefined;
  const isSilent = asked.refusal !== undefined && asked.refusal.code !== 'guard.refused';
  return { answer: asked.isApproved ? 'allow' : isSilent ? 'none' : 'deny', by: asked.by };
}

/** Sends an allowed call to the process that showed the locked tool, and checks its result. */
async function forward(session: Session, call: Call, decided: Decided, given: JsonObject): Promise<JsonObject> {
  const { tool } = decided;
  const isEnforced = session.guard.settings.mode === 'enforce';
  const sent = await sendVerified(session, { list: 'tools', item: tool }, () =>
    send(session, call, decided, given, isEnforced),
  );
  if (sent.outcome === 'refused') return refuseLate(session, call, decided, given, sent.denial);
  if (isTaskBegun(call, sent.result)) return sent.result;
  if (!isEnforced) return session.links.note(tool.server, tool, call, sent.result);
  if (sent.outcome === 'withheld') return withholdResult(session, call, sent.denial.code, sent.denial.explain);
  return session.links.note(tool.server, tool, call, checkedResult(session, call, tool, sent.result));
}

/** The tool changed after the call was allowed and before it was sent: the log gets a second decision. */
async function refuseLate(
  session: Session,
  call: Call,
  decided: Decided,
  given: JsonObject,
  denial: Denial,
): Promise<JsonObject> {
  const isEnforced = session.guard.settings.mode === 'enforce';
  await session.record(call, () => recordOf({ ...decided, decision: denial, asked: undefined }, denial, isEnforced));
  if (!isEnforced) return send(session, call, decided, given);
  return toolRefusal(denial.code, denial.explain, undefined, session.isModernCall(call));
}

async function send(
  session: Session,
  call: Call,
  { tool, args }: Decided,
  given: JsonObject,
  mustBeOpen = false,
): Promise<JsonObject> {
  const { upstream } = session.server(tool.server);
  const headers = upstream.readsHeaders ? parameterHeaders(tool.locked.definition, args) : undefined;
  const params = paramsFor(tool, args, given);
  const result = await session.ask(tool.server, call.method, params, call, { headers, mustBeOpen });
  return isTaskBegun(call, result) ? session.tasks.note({ server: tool.server, tool }, result) : result;
}

/** The call as the server knows it. */
function paramsFor({ id, alias }: OfferedTool, args: JsonObject, given: JsonObject): JsonObject {
  if (id === alias && member(given, 'arguments') === args) return given;
  return { ...given, name: id, ...(Object.hasOwn(given, 'arguments') && { arguments: args }) };
}

function argumentsOf(params: JsonObject): JsonObject {
  const args = member(params, 'arguments');
  if (args === undefined) return {};
  if (isJsonObject(args)) return args;
  throw new RpcError(INVALID_PARAMS, 'The arguments of a call are an object.');
}
