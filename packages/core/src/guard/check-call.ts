import type { Json } from '../base/index.ts';
import { isJsonObject, type JsonObject, member, quoteInert, refusalIn, ToolmarkError } from '../base/index.ts';
import type { LockedTool } from '../lock/index.ts';
import { compileSchema, type SchemaValidator, type SchemaViolation } from '../validate/index.ts';
import { ArgumentNames } from './argument-names.ts';
import { findTwin } from './find-twin.ts';

/** Compiled locked schemas, kept by callers that make many calls. */
export type ValidatorCache = Map<JsonObject, SchemaValidator>;

/** What is wrong with arguments under the locked input schema. A schema that gives no verdict is a violation too. */
export function checkArguments(
  tool: LockedTool,
  args: JsonObject,
  cache: ValidatorCache = new Map(),
): SchemaViolation[] {
  return violationsOf(tool, 'inputSchema', args, cache);
}

/** The same, except that members may be missing which have a default: servers fill them in, and many schemas require them all the same. */
export function checkCompatible(
  tool: LockedTool,
  args: JsonObject,
  cache: ValidatorCache = new Map(),
): SchemaViolation[] {
  const violations = checkArguments(tool, args, cache);
  if (violations.length === 0) return [];
  const { value } = attempt(() => validatorOf(tool, 'inputSchema', cache).withDefaults(args, 'required')) ?? {};
  return value === undefined || value === args ? violations : violationsOf(tool, 'inputSchema', value, cache);
}

/** Arguments with the defaults of the locked input schema, as the server reads them; undefined where they cannot be known. */
export function readArguments(
  tool: LockedTool,
  args: JsonObject,
  cache: ValidatorCache = new Map(),
): JsonObject | undefined {
  const filled = attempt(() => validatorOf(tool, 'inputSchema', cache).withDefaults(args, 'all'));
  if (filled === undefined) return hasKey(member(tool.definition, 'inputSchema') ?? {}, 'default') ? undefined : args;
  return filled.uncertain.length > 0 || !isJsonObject(filled.value) ? undefined : filled.value;
}

/** Undefined where the schema gives no answer. */
function attempt<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    refusalIn(error);
    return undefined;
  }
}

function hasKey(json: Json, name: string): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (isJsonObject(json) && Object.hasOwn(json, name)) return true;
  return Object.values(json).some(value => hasKey(value as Json, name));
}

/**
 * What is wrong with a tool's result under the locked output schema. Structured content must be there, unless the
 * result is an error; whenever it is there it must fit.
 */
export function checkResult(
  tool: LockedTool,
  result: JsonObject,
  cache: ValidatorCache = new Map(),
  names: ArgumentNames = outputNames(tool),
): SchemaViolation[] {
  if (member(tool.definition, 'outputSchema') === undefined) return [];
  const content = member(result, 'structuredContent');
  if (content !== undefined) {
    const violations = violationsOf(tool, 'outputSchema', content, cache);
    return violations.length > 0 ? violations : twinsIn(content, names);
  }
  return member(result, 'isError') === true ? [] : [violation('The result has no structuredContent.', 'required')];
}

/** A client that reads `Total` as `total` must not get another value than the one that was checked. */
function twinsIn(content: Json, names: ArgumentNames): SchemaViolation[] {
  const twin = findTwin(content, names);
  if (twin === undefined) return [];
  const message = `${quoteInert(twin.name)} differs from ${quoteInert(twin.other)} only in case or Unicode folding.`;
  return [{ instancePointer: twin.pointer, schemaPointer: '', keyword: '', message }];
}

/** The names in structured results of a tool: its plan keeps them, so that they are not worked out for each result. */
export function outputNames({ definition }: LockedTool): ArgumentNames {
  return ArgumentNames.of(member(definition, 'outputSchema'), NOTHING_ASKED);
}

const NOTHING_ASKED = { root: new Set<string>(), inner: new Set<string>() };

function violationsOf(
  tool: LockedTool,
  part: 'inputSchema' | 'outputSchema',
  instance: Json,
  cache: ValidatorCache,
): SchemaViolation[] {
  try {
    const verdict = validatorOf(tool, part, cache).validate(instance);
    return verdict.valid ? [] : [...verdict.errors];
  } catch (error) {
    return [violation(refusalIn(error).message, '')];
  }
}

function validatorOf(tool: LockedTool, part: 'inputSchema' | 'outputSchema', cache: ValidatorCache): SchemaValidator {
  const schema = member(tool.definition, part);
  if (!isJsonObject(schema)) throw new ToolmarkError('schema.malformed', `The locked ${part} is not an object.`);
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const validator = compileSchema(schema);
  cache.set(schema, validator);
  return validator;
}

function violation(message: string, keyword: string): SchemaViolation {
  return { instancePointer: '', schemaPointer: '', keyword, message };
}
