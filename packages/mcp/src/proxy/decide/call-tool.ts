import { isJsonObject, type JsonObject, member } from '@toolmark/core';
import { restoreValues } from '@toolmark/core/text';
import { INVALID_PARAMS } from '../../connect/json-rpc-codes.ts';
import { type Asked, askPerson } from '../approve/ask-person.ts';
import { bindApproval } from '../approve/bind-approval.ts';
import type { OfferedTool } from '../catalogue.ts';
import type { DecisionRecord } from '../guard-settings.ts';
import { RpcError } from '../json-rpc.ts';
import type { Decided as DecidedRecord, Session } from '../session.ts';
import { askServer } from './ask-server.ts';
import { type Call, isModernCall } from './call.ts';
import type { Denial } from './check-item.ts';
import { checkedResult, withholdResult } from './checked-result.ts';
import { checkAgain, checkAndDecide, type Decision, decideTool, isFresh } from './decide-tool.ts';
import { parameterHeaders } from './parameter-headers.ts';
import { isTaskBegun } from './rebuild-result.ts';
import { toolRefusal, unknownThing } from './refusals.ts';
import { sendVerified } from './send-verified.ts';

/**
 * Forwards a call if its tool is locked, unchanged and allowed; otherwise answers why not. The steps of a decision have one verb
 * each in this folder: *admit* a message (may this kind of message pass at all), *check* an item (is it still as locked),
 * *decide* a call (what the policy says), *ask* a person, *record* the decision, *send* the request, *rebuild* what comes back.
 */
export function callTool(session: Session, call: Call): Promise<JsonObject> {
  const { catalogue, settings } = session.guard;
  const name = member(call.params, 'name');
  if (typeof name !== 'string') throw new RpcError(INVALID_PARAMS, 'tools/call needs a name.');
  const tool = catalogue.tools.find(name);
  const isHidden = tool === undefined || (tool.plan.isHidden && settings.mode === 'enforce');
  if (isHidden) return callUnknown(session, call, name, tool);
  const versions = catalogue.tools.versionsOf(tool);
  return versions.length === 1 ? callLocked(session, call, tool) : callVersion(session, call, tool);
}

/** A tool locked with several definitions is decided by the one that the server lists for this client. */
async function callVersion(session: Session, call: Call, tool: OfferedTool): Promise<JsonObject> {
  const { tools } = session.server(tool.server).lists;
  // A list that cannot be read refuses the call below.
  await tools.refresh().catch(() => {});
  return callLocked(session, call, (tools.versionSeen(tool.id) as OfferedTool | undefined) ?? tool);
}

/** Decides, asks a person if the policy says so, records the decision, then forwards the call. */
function callLocked(session: Session, call: Call, tool: OfferedTool): Promise<JsonObject> {
  call.target = tool.server;
  const args = restoreValues(argumentsOf(call.params), tool.clean) as JsonObject;
  // With a fresh list the decision is synchronous: under load, waiting costs more than deciding.
  const decision = isFresh(session, tool) ? decideTool(session, tool, args) : undefined;
  return decision === undefined || isAsked(session, decision)
    ? askFirst(session, call, tool, args, decision)
    : carryOut(session, call, { tool, args, decision, asked: undefined });
}

/** Other modes than `enforce` forward the call in any case, so no person is asked. */
function isAsked({ guard }: Session, { decision }: Decision): boolean {
  return decision === 'ask' && guard.settings.mode === 'enforce';
}

/** Reads the list or asks a person before the call proceeds. */
async function askFirst(
  session: Session,
  call: Call,
  tool: OfferedTool,
  args: JsonObject,
  known: Decision | undefined,
): Promise<JsonObject> {
  const decision = known ?? (await checkAndDecide(session, tool, args));
  const asked = isAsked(session, decision) ? await askAbout(session, call, tool, args, decision.explain) : undefined;
  return carryOut(session, call, { tool, args, decision, asked });
}

interface Decided {
  readonly tool: OfferedTool;
  readonly args: JsonObject;
  readonly decision: Decision;
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
    return Promise.resolve(toolRefusal(code, explain, decided.decision.rule, isModernCall(call)));
  };
  return written === undefined ? goOn() : written.then(goOn);
}

/** Warns once for each tool and kind of violation that the policy lets pass. */
function warnOfViolations({ guard }: Session, { tool, decision: { violations = [] } }: Decided): void {
  if (violations.length === 0) return;
  const keywords = [...new Set(violations.map(({ keyword }) => keyword))].filter(keyword => keyword !== '');
  const line = `${tool.server}: ${tool.alias}: the arguments do not match the locked input schema (${keywords.join(', ')}). Forwarded: the policy says "arguments: warn".`;
  if (guard.isNew(tool.server, line)) guard.stderr(line);
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

/** An unlocked or hidden tool does not exist for the client. Other modes than `enforce` record that and forward the call. */
async function callUnknown(
  session: Session,
  call: Call,
  name: string,
  tool: OfferedTool | undefined,
): Promise<JsonObject> {
  const args = argumentsOf(call.params);
  const route = await session.findLive('tools', name);
  const explain = tool === undefined ? 'The tool is not locked.' : 'The policy denies every call of it.';
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
  const result = await askServer(session, route.server, call.method, { ...call.params, name: route.tool }, call);
  if (!isTaskBegun(call, result)) return session.links.note(route.server, undefined, call, result);
  return session.tasks.note({ server: route.server, tool: undefined }, result);
}

/** An approval counts only if the tool is unchanged and the call was not cancelled. */
async function askAbout(
  session: Session,
  call: Call,
  tool: OfferedTool,
  args: JsonObject,
  explain: string,
): Promise<Asked> {
  const asked = await askPerson({ session, call, tool, args, explain });
  if (!asked.isApproved) return asked;
  const change = await checkAgain(session, tool);
  if (change !== undefined) return { ...asked, refusal: change };
  return call.cancellation.isCancelled ? { ...asked, refusal: CANCELLED } : asked;
}

const CANCELLED = { code: 'guard.withdrawn', explain: 'The call was cancelled before it was forwarded.' };

type Refusal = Pick<Denial, 'code' | 'explain'>;

/** Why a call is refused. */
function refusalOf({ decision, asked }: Decided): Refusal | undefined {
  if (asked !== undefined) return asked.refusal ?? (asked.isApproved ? undefined : decision);
  return decision.decision === 'allow' ? undefined : decision;
}

function recordOf(
  { tool, args, decision, asked }: Decided,
  refusal: Refusal | undefined,
  isEnforced: boolean,
): DecidedRecord {
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

/** Sends an allowed call to the process that listed the locked tool, and checks its result. */
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

/** The tool changed between decision and sending: the log gets a second decision. */
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
  return toolRefusal(denial.code, denial.explain, undefined, isModernCall(call));
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
  const result = await askServer(session, tool.server, call.method, params, call, { headers, mustBeOpen });
  return isTaskBegun(call, result) ? session.tasks.note({ server: tool.server, tool }, result) : result;
}

/** The params under the names of the server. */
function paramsFor({ id, alias }: OfferedTool, args: JsonObject, given: JsonObject): JsonObject {
  if (id === alias && member(given, 'arguments') === args) return given;
  return { ...given, name: id, ...(Object.hasOwn(given, 'arguments') && { arguments: args }) };
}

function argumentsOf(params: JsonObject): JsonObject {
  const args = member(params, 'arguments');
  if (args === undefined) return {};
  if (isJsonObject(args)) return args;
  throw new RpcError(INVALID_PARAMS, '"arguments" must be an object.');
}
