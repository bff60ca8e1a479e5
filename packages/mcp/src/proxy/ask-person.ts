import { inert, isJsonObject, type Json, type JsonObject, member, quoteInert } from '@toolmark/core';
import { canElicit } from './admit-request.ts';
import { type Answer, type Awaited, awaitPerson } from './await-person.ts';
import { bindApproval } from './bind-approval.ts';
import type { Call } from './call.ts';
import type { OfferedTool } from './catalogue.ts';
import type { Session } from './session.ts';
import { showArguments } from './show-arguments.ts';

/** What came of asking a person. */
export interface Asked {
  readonly isApproved: boolean;
  /** How the person was asked. */
  readonly by: string;
  readonly refusal?: { readonly code: string; readonly explain: string };
  /** What to answer the call with, so that the client asks its person and calls again. */
  readonly question?: JsonObject;
  /** What of the call goes on to the server. */
  readonly params: JsonObject;
}

const LONGEST_SHOWN = 2_000;

/** What there is to ask about. */
interface Asking {
  readonly session: Session;
  readonly call: Call;
  readonly tool: OfferedTool;
  readonly args: JsonObject;
  /** Why the policy wants a person to decide. */
  readonly explain: string;
}

/** Asks the person at the client where it can, else at the terminal or the page of the guard. Nobody there means no. */
export async function askPerson(asking: Asking): Promise<Asked> {
  const { session, call, tool, args } = asking;
  const begun = session.guard.rounds.takeBegun(bindApproval(tool, args), call.params);
  if (begun !== undefined) return { isApproved: true, by: begun.outcome, params: begun.params };
  if (!canElicit(session.capabilitiesOf(call))) return askAside(asking);
  return session.isModernCall(call) ? askInRounds(asking) : askClient(asking);
}

/** Asks without the client: at the page of the guard, or at its terminal. */
async function askAside(asking: Asking): Promise<Asked> {
  const { session, call, tool, args, explain } = asking;
  const { approver } = session.guard.settings;
  const question = { server: tool.server, tool: tool.alias, digest: tool.locked.digest, explain, arguments: args };
  const answer = await wait(asking, async cancellation => approver?.ask(question, cancellation) ?? 'nobody');
  return { ...verdict(answer, approver?.name ?? ''), params: session.guard.rounds.withoutOwn(call.params) };
}

/** Before 2026-07-28 the client is sent a request while its call waits. */
async function askClient(asking: Asking): Promise<Asked> {
  const { session, call } = asking;
  const answer = await wait(asking, async cancellation => {
    const reply = await session.askClient('elicitation/create', elicitation(asking), { ...call, cancellation });
    return answerOf(reply?.result);
  });
  return { ...verdict(answer, 'client'), params: call.params };
}

/** Since then the client takes the question along, and comes back with the answer. */
function askInRounds(asking: Asking): Asked {
  const { session, call, tool, args } = asking;
  const { rounds } = session.guard;
  const binding = bindApproval(tool, args);
  const answered = rounds.takeAnswer(binding, call.params);
  if (answered !== undefined) return { ...verdict(answerOf(answered.outcome), 'client'), params: answered.params };
  const params = rounds.withoutOwn(call.params);
  const question = rounds.ask(binding, elicitation(asking), params);
  if (question === undefined) return { ...verdict('nobody', 'client'), params };
  const refusal = { code: 'guard.ask', explain: 'The client was told to ask its person first.' };
  return { isApproved: false, by: 'client', refusal, question, params };
}

async function wait({ session, call }: Asking, ask: Parameters<typeof awaitPerson>[2]): Promise<Awaited> {
  const { guard } = session;
  try {
    return await awaitPerson(guard.approveTimeoutMs, call.cancellation, ask);
  } catch (error) {
    guard.talk(`Nobody could be asked: ${inert(error instanceof Error ? error.message : String(error))}`);
    return 'nobody';
  }
}

const REFUSALS = {
  no: { code: 'guard.refused', explain: 'A person was asked and refused the call.' },
  nobody: { code: 'guard.nobody-to-ask', explain: 'The policy wants a person to decide, and nobody could be asked.' },
  late: { code: 'guard.unanswered', explain: 'A person was asked and gave no answer in time.' },
  gone: { code: 'guard.withdrawn', explain: 'The call was called off before a person had answered.' },
} as const;

function verdict(answer: Awaited, by: string): Pick<Asked, 'isApproved' | 'by' | 'refusal'> {
  return answer === 'yes' ? { isApproved: true, by } : { isApproved: false, by, refusal: REFUSALS[answer] };
}

/** Only a form that was sent off with the box ticked is a yes. */
function answerOf(result: Json | undefined): Answer {
  if (result === undefined || !isJsonObject(result) || member(result, 'action') !== 'accept') return 'no';
  const content = member(result, 'content');
  return content !== undefined && isJsonObject(content) && member(content, 'approve') === true ? 'yes' : 'no';
}

/** What the person is shown: the very arguments, with nothing hidden in them. */
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
