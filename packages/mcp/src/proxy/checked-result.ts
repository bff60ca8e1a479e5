import { checkResult, type JsonObject, member } from '@toolmark/core';
import type { Call } from './call.ts';
import type { OfferedTool } from './catalogue.ts';
import { toolRefusal } from './refusals.ts';
import type { Session } from './session.ts';

/** The result of a tool, if it is what the locked output schema promises. */
export function checkedResult(session: Session, call: Call, tool: OfferedTool, result: JsonObject): JsonObject {
  const { results } = tool.plan.policy;
  // Only a request that can have such a result gets one (rebuild-result.ts).
  if (results === 'off' || member(result, 'resultType') === 'input_required') return result;
  const [first] = checkResult(tool.locked, result, session.guard.validators, tool.plan.outputNames);
  if (first === undefined) return result;
  const explain = `The result does not fit the locked output schema: ${first.message}`;
  if (results === 'deny') return withholdResult(session, call, 'guard.result-invalid', explain);
  session.guard.talk(`${tool.server}: ${tool.alias}: ${explain}`);
  return result;
}

/** Says why a result is not handed on, and writes that down. */
export function withholdResult(session: Session, call: Call, code: string, explain: string): JsonObject {
  const text = `${explain} The result is withheld; what the tool does may have been done.`;
  session.guard.settings.audit?.withholdResult(call.serial, code);
  return toolRefusal(code, text, undefined, session.isModernCall(call));
}
