import type { Json, JsonObject, ToolmarkError } from '@toolmark/core';
import { INVALID_PARAMS } from '../connect/json-rpc-codes.ts';
import { GUARD_ERROR, RpcError } from './json-rpc.ts';

/** What a refusal says for programs, in the `_meta` of a result. */
const GUARD_META = 'dev.toolmark/guard';

/** A call that was refused, as a result that a model can read. */
export function toolRefusal(code: string, explain: string, rule: number | undefined, isModern: boolean): JsonObject {
  const text = `Toolmark refused this call [${code}]. ${explain}`;
  return {
    content: [{ type: 'text', text }],
    isError: true,
    ...(isModern ? { resultType: 'complete' } : {}),
    _meta: { [GUARD_META]: { code, ...(rule === undefined ? {} : { rule }) } },
  };
}

const THINGS = { tools: 'tool', prompts: 'prompt', resources: 'resource', templates: 'resource template' } as const;

/** The same for what does not exist, what is not locked and what is hidden. */
export function unknownThing(list: keyof typeof THINGS, name: string): RpcError {
  const data = list === 'resources' ? { uri: name } : undefined;
  return new RpcError(INVALID_PARAMS, `Unknown ${THINGS[list]}: ${name}`, data);
}

/** A server that could not be asked. */
export function serverTrouble({ code, message }: ToolmarkError): RpcError {
  return guardError(code, message);
}

export function guardError(code: string, message: string): RpcError {
  const data: Json = { code };
  return new RpcError(GUARD_ERROR, message, data);
}
