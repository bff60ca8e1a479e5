import {
  type Finding,
  findNonJson,
  inert,
  isJsonObject,
  type Json,
  type JsonObject,
  readJson,
  ToolmarkError,
} from '@toolmark/core';
import { adaptError } from './adapt-error.ts';

/** What a model may give: an object, or its JSON text as OpenAI sends it. */
export type ToolArguments = JsonObject | string;

/** Arguments as an object that can be sent, or throws `adapt.bad-arguments` with every reason. */
export function readArguments(given: unknown): JsonObject {
  const args = typeof given === 'string' ? readText(given) : given;
  const findings = findNonJson(args, 'adapt.bad-arguments');
  const [first] = findings;
  if (first !== undefined) throw refusal(`${inert(first.pointer) || 'the whole'}: ${first.message}`, findings);
  const json = args as Json;
  if (!isJsonObject(json)) throw refusal('They must be an object.');
  // Refused rather than rounded: the server would act on another number than the model wrote.
  if (holdsLarge(json)) throw refusal('An integer is beyond 2^53 and would be rounded: pass it as a string.');
  return json;
}

function refusal(reason: string, findings: readonly Finding[] = []): ToolmarkError {
  return adaptError('adapt.bad-arguments', `The arguments cannot be sent to the server. ${reason}`, findings);
}

/** Some models send no text at all for a tool without parameters. */
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
