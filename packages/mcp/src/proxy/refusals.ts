import { cutInert, type Json, type JsonObject, type ToolmarkError } from '@toolmark/core';
import { INVALID_PARAMS } from '../connect/json-rpc-codes.ts';
import { LIST_KINDS, type ListName } from '../connect/list-kinds.ts';
import { GUARD_ERROR, RpcError } from './json-rpc.ts';

/** What a refusal says for programs, in the `_meta` of a result. */
const GUARD_META = 'dev.toolmark/guard';

/** Longer names are cut where they are repeated. */
const MAX_NAME = 256;
const MAX_TEXT = 4_000;

/** A call that was refused, as a result that a model can read. Names in it are those of clients and servers: it is inert. */
export function toolRefusal(code: string, explain: string, rule: number | undefined, isModern: boolean): JsonObject {
  const text = cutInert(`Toolmark refused this call [${code}]. ${explain}`, MAX_TEXT);
  return {
    content: [{ type: 'text', text }],
    isError: true,
    ...(isModern ? { resultType: 'complete' } : {}),
    _meta: { [GUARD_META]: { code, ...(rule === undefined ? {} : { rule }) } },
  };
}

/** The same for what does not exist, what is not locked and what is hidden. */
export function unknownThing(list: ListName, name: string): RpcError {
  const shown = cutInert(name, MAX_NAME);
  const data = list === 'resources' ? { uri: shown } : undefined;
  return new RpcError(INVALID_PARAMS, `Unknown ${LIST_KINDS[list].item}: ${shown}`, data);
}

/** A server that could not be asked. */
export function serverTrouble({ code, message }: ToolmarkError): RpcError {
  return guardError(code, message);
}

export function guardError(code: string, message: string): RpcError {
  const data: Json = { code };
  return new RpcError(GUARD_ERROR, message, data);
}
