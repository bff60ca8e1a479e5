import { inert, isJsonObject, type Json, type JsonObject, member, quoteInert } from '@toolmark/core';
import type { OfferedTool } from '../catalogue.ts';
import { canElicit } from '../decide/admit-request.ts';
import { type Call, isModernCall } from '../decide/call.ts';
import type { Session } from '../session.ts';
import type { Answer } from './approver.ts';
import { type Awaited, awaitPerson } from './await-person.ts';
import { bindApproval } from './bind-approval.ts';
import { showArguments } from './show-arguments.ts';

/** The outcome of asking a person. */
export interface Asked {
  readonly isApproved: boolean;
  /** How the person was asked. */
  readonly by: string;
  readonly refusal?: { readonly code: string; readonly explain: string };
  /** The `input_required` result with which the client asks its person and calls again. */
  readonly question?: JsonObject;
  /** The params for the server. */
  readonly params: JsonObject;
}

const LONGEST_SHOWN = 2_000;

interface Asking {
  readonly session: Session;
  readonly call: Call;
  readonly tool: OfferedTool;
  readonly args: JsonObject;
  /** Why the policy requires an approval. */
  readonly explain: string;
}

/** Asks the person at the client if it can elicit, otherwise on the approval page or at the terminal. No answer means no. */
export async function askPerson(asking: Asking): Promise<Asked> {
  const { session, call, tool, args } = asking;
  const begun = session.guard.rounds.takeBegun(bindApproval(tool, args), call.params);
  if (begun !== undefined) return { isApproved: true, by: begun.outcome, params: begun.params };
  if (!canElicit(session.capabilitiesOf(call))) return askAside(asking);
  return isModernCall(call) ? askInRounds(asking) : askClient(asking);
}

/** Asks on the approval page or at the terminal. */
async function askAside(asking: Asking): Promise<Asked> {
  const { session, call, tool, args, explain } = asking;
  const { approver } = session.guard.settings;
  const question = { server: tool.server, tool: tool.alias, digest: tool.locked.digest, explain, arguments: args };
  const answer = await wait(asking, async cancellation => approver?.ask(question, cancellation) ?? 'unavailable');
  return { ...verdict(answer, approver?.name ?? ''), params: session.guard.rounds.withoutOwn(call.params) };
}

/** Before 2026-07-28 the client gets a request while its call waits. */
async function askClient(asking: Asking): Promise<Asked> {
  const { session, call } = asking;
  const answer = await wait(asking, async cancellation => {
    const reply = await session.requests.ask('elicitation/create', elicitation(asking), { ...call, cancellation });
    return answerOf(reply?.result);
  });
  return { ...verdict(answer, 'client'), params: call.params };
}

/** Since 2026-07-28 the client gets the question as a result and calls again with the answer. */
function askInRounds(asking: Asking): Asked {
  const { session, call, tool, args } = asking;
  const { rounds } = session.guard;
  const binding = bindApproval(tool, args);
  const answered = rounds.takeAnswer(binding, call.params);
  if (answered !== undefined) return { ...verdict(answerOf(answered.outcome), 'client'), params: answered.params };
  const params = rounds.withoutOwn(call.params);
  const question = rounds.ask(binding, elicitation(asking), params);
  if (question === undefined) return { ...verdict('unavailable', 'client'), params };
  const refusal = { code: 'guard.ask', explain: 'The client must ask its person first.' };
  return { isApproved: false, by: 'client', refusal, question, params };
}

async function wait({ session, call }: Asking, ask: Parameters<typeof awaitPerson>[2]): Promise<Awaited> {
  const { guard } = session;
  try {
    return await awaitPerson(guard.approveTimeoutMs, call.cancellation, ask);
  } catch (error) {
    guard.stderr(`Could not ask for approval: ${inert(error instanceof Error ? error.message : String(error))}`);
    return 'unavailable';
  }
}

const REFUSALS = {
  no: { code: 'guard.refused', explain: 'A person refused the call.' },
  unavailable: {
    code: 'guard.nobody-to-ask',
    explain: 'The policy requires approval by a person, and no person can be asked.',
  },
  late: { code: 'guard.unanswered', explain: 'No person answered in time.' },
  gone: { code: 'guard.withdrawn', explain: 'The call was cancelled before a person answered.' },
} as const;

function verdict(answer: Awaited, by: string): Pick<Asked, 'isApproved' | 'by' | 'refusal'> {
  return answer === 'yes' ? { isApproved: true, by } : { isApproved: false, by, refusal: REFUSALS[answer] };
}

/** Only an accepted form with `approve: true` is a yes. */
function answerOf(result: Json | undefined): Answer {
  if (result === undefined || !isJsonObject(result) || member(result, 'action') !== 'accept') return 'no';
  const content = member(result, 'content');
  return content !== undefined && isJsonObject(content) && member(content, 'approve') === true ? 'yes' : 'no';
}

/** The question shows the exact arguments, with invisible characters spelled out. */
function elicitation({ tool, args, explain }: Asking): JsonObject {
  return {
    message: `Allow the call of ${quoteInert(tool.id)} on the server ${quoteInert(tool.server)}?\n${inert(explain)}\nArguments: ${showArguments(args, LONGEST_SHOWN)}`,
    requestedSchema: {
      type: 'object',
      properties: { approve: { type: 'boolean', title: 'Allow this call', default: false } },
      required: ['approve'],
    },
  };
}
