import { type GuardDecision, inertJson, isJsonObject, type JsonObject, member, quoteInert } from '@toolmark/core';
import type { OfferedTool } from './catalogue.ts';
import type { Call, Session } from './session.ts';
import { writeJson } from './write-json.ts';

/** What came of asking a person. */
export interface Asked {
  readonly isApproved: boolean;
  /** How the person was asked. */
  readonly by: string;
  readonly refusal?: { readonly code: string; readonly explain: string };
}

const LONGEST_SHOWN = 2_000;

/** Asks the person at the client where it can, else at the terminal or the page of the guard. Nobody there means no. */
export async function askPerson(
  session: Session,
  call: Call,
  tool: OfferedTool,
  args: JsonObject,
  { explain }: Pick<GuardDecision, 'explain'>,
): Promise<Asked> {
  if (canElicit(session.capabilitiesOf(call)) && !session.isModernCall(call)) {
    return verdict(await elicit(session, call, tool, args, explain), 'client');
  }
  const { approver } = session.guard.settings;
  const question = { server: tool.server, tool: tool.alias, digest: tool.locked.digest, explain, arguments: args };
  const answer = (await approver?.ask(question, call.cancellation)) ?? 'nobody';
  return verdict(answer, approver?.name ?? '');
}

function verdict(answer: 'yes' | 'no' | 'nobody', by: string): Asked {
  if (answer === 'yes') return { isApproved: true, by };
  const refusal =
    answer === 'no'
      ? { code: 'guard.refused', explain: 'A person was asked and refused the call.' }
      : { code: 'guard.nobody-to-ask', explain: 'The policy wants a person to decide, and nobody could be asked.' };
  return { isApproved: false, by, refusal };
}

function canElicit(capabilities: JsonObject): boolean {
  const elicitation = member(capabilities, 'elicitation');
  if (elicitation === undefined || !isJsonObject(elicitation)) return false;
  return Object.keys(elicitation).length === 0 || Object.hasOwn(elicitation, 'form');
}

async function elicit(
  session: Session,
  call: Call,
  tool: OfferedTool,
  args: JsonObject,
  explain: string,
): Promise<'yes' | 'no'> {
  const answer = await session.askClient('elicitation/create', elicitation(tool, args, explain), call);
  const result = answer?.result;
  if (result === undefined || !isJsonObject(result) || result.action !== 'accept') return 'no';
  const { content } = result;
  return content !== undefined && isJsonObject(content) && content.approve === true ? 'yes' : 'no';
}

/** What the person is shown: the very arguments, with nothing hidden in them. */
export function elicitation(tool: OfferedTool, args: JsonObject, explain: string): JsonObject {
  const shown = inertJson(writeJson(args));
  const cut = shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}… (${shown.length} characters)` : shown;
  return {
    message: `Allow the call of ${quoteInert(tool.id)} on the server ${quoteInert(tool.server)}?\n${explain}\nArguments: ${cut}`,
    requestedSchema: {
      type: 'object',
      properties: { approve: { type: 'boolean', title: 'Allow this call', default: false } },
      required: ['approve'],
    },
  };
}
