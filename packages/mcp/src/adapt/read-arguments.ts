import { type Finding, inert, isJsonObject, type Json, type JsonObject, readJson, ToolmarkError } from '@toolmark/core';
import { findNonJson } from '@toolmark/core/json';
import { adaptError } from './adapt-error.ts';

/** Arguments from a model: an object, or JSON text as OpenAI sends it. */
export type ToolArguments = JsonObject | string;

/** Parses arguments, or throws `adapt.bad-arguments` with all reasons. */
export function readArguments(given: unknown): JsonObject {
  const args = typeof given === 'string' ? readText(given) : given;
  const findings = findNonJson(args, 'adapt.bad-arguments');
  const [first] = findings;
  if (first !== undefined) throw refusal(`${inert(first.pointer) || 'the root'}: ${first.message}`, findings);
  const json = args as Json;
  if (!isJsonObject(json)) throw refusal('They must be an object.');
  // Rounding would change the meaning of the call.
  if (holdsLarge(json)) throw refusal('An integer beyond 2^53 would be rounded. Pass it as a string.');
  return json;
}

function refusal(reason: string, findings: readonly Finding[] = []): ToolmarkError {
  return adaptError('adapt.bad-arguments', `Invalid arguments. ${reason}`, findings);
}

/** Some models send an empty string for a tool without parameters. */
function readText(text: string): Json {
  if (text.trim() === '') return {};
  try {
    return readJson(new TextEncoder().encode(text));
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    throw refusal(error.message);
  }
}

function holdsLarge(value: Json): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLarge);
}
