import { type JsonObject, member } from '@toolmark/core';
import { checkResult } from '@toolmark/core/guard';
import type { OfferedTool } from '../catalogue.ts';
import type { Session } from '../session.ts';
import { type Call, isModernCall } from './call.ts';
import { toolRefusal } from './refusals.ts';

/** The result of a tool, if it matches the locked output schema. */
export function checkedResult(session: Session, call: Call, tool: OfferedTool, result: JsonObject): JsonObject {
  const { results } = tool.plan.policy;
  // rebuild-result.ts admits this type only where a request can have it.
  if (results === 'off' || member(result, 'resultType') === 'input_required') return result;
  const [first] = checkResult(tool.locked, result, session.guard.validators, tool.plan.outputNames);
  if (first === undefined) return result;
  const explain = `The result does not match the locked output schema: ${first.message}`;
  if (results === 'deny') return withholdResult(session, call, 'guard.result-invalid', explain);
  session.guard.stderr(`${tool.server}: ${tool.alias}: ${explain}`);
  return result;
}

/** Answers and records why a result is withheld. */
export function withholdResult(session: Session, call: Call, code: string, explain: string): JsonObject {
  const text = `${explain} The result is withheld; the tool may have run.`;
  session.guard.settings.audit?.withholdResult(call.serial, code);
  return toolRefusal(code, text, undefined, isModernCall(call));
}
