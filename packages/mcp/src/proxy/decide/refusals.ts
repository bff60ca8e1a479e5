import type { Json, JsonObject, ToolmarkError } from '@toolmark/core';
import { LIST_KINDS, type ListName } from '@toolmark/core/formats';
import { cutInert } from '@toolmark/core/text';
import { INVALID_PARAMS } from '../../connect/json-rpc-codes.ts';
import { GUARD_ERROR, RpcError } from '../json-rpc.ts';

/** The `_meta` key of a refusal. */
const GUARD_META = 'dev.toolmark/guard';

const MAX_NAME = 256;
const MAX_TEXT = 4_000;

/** A refused call as a result that a model can read. It contains untrusted names, so it is inert. */
export function toolRefusal(code: string, explain: string, rule: number | undefined, isModern: boolean): JsonObject {
  const text = cutInert(`Toolmark refused this call [${code}]. ${explain}`, MAX_TEXT);
  return {
    content: [{ type: 'text', text }],
    isError: true,
    ...(isModern ? { resultType: 'complete' } : {}),
    _meta: { [GUARD_META]: { code, ...(rule === undefined ? {} : { rule }) } },
  };
}

/** The same error for unknown, unlocked and hidden items. */
export function unknownThing(list: ListName, name: string): RpcError {
  const shown = cutInert(name, MAX_NAME);
  const data = list === 'resources' ? { uri: shown } : undefined;
  return new RpcError(INVALID_PARAMS, `Unknown ${LIST_KINDS[list].item}: ${shown}`, data);
}

/** The server could not be reached. */
export function serverTrouble({ code, message }: ToolmarkError): RpcError {
  return guardError(code, message);
}

export function guardError(code: string, message: string): RpcError {
  const data: Json = { code };
  return new RpcError(GUARD_ERROR, message, data);
}
