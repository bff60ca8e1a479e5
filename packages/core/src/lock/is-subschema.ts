import { isJsonObject, type Json, type JsonObject, jcs } from '../base/index.ts';
import { compileSchema, type SchemaValidator } from '../validate/index.ts';
import { ITEM_KEYWORDS, itemsAreWithin, MEMBER_KEYWORDS, membersAreWithin } from './members-within.ts';
import { isValueKeyword, typesOf, valueIsWithin } from './values-within.ts';

/** What is known while a proof is sought. */
export interface Proof {
  /** Each question costs one; when none is left, nothing more is proven. */
  stepsLeft: number;
  /** What was worked out already, by object: schemas are compared with many others. */
  readonly texts: Map<Json, string>;
  readonly unknowns: Map<JsonObject, JsonObject>;
  readonly validators: Map<JsonObject, SchemaValidator | undefined>;
  /** Whether a `$ref` leads to the same schema on both sides. */
  readonly areReferencesFixed: boolean;
}

/** Whether it is proven that every value the one accepts is accepted by the other. False means: not proven. */
export function isSubschema(inner: Json, outer: Json, proof: Proof): boolean {
  if (proof.stepsLeft-- <= 0) return false;
  if (inner === false || outer === true) return true;
  if (isSame(inner, outer, proof)) return true;
  const [a, b] = [asObject(inner), asObject(outer)];
  if (a === undefined || b === undefined) return false;
  if (!isReadable(a) || !isReadable(b) || !agreeOnUnknowns(a, b, proof)) return false;
  if (typesOf(a).size === 0) return true;
  return isEveryValueAccepted(a, b, proof) || groupsOf(b).every(group => implies(a, group, proof));
}

function isSame(a: Json, b: Json, proof: Proof): boolean {
  const text = textOf(a, proof);
  return text === textOf(b, proof) && (proof.areReferencesFixed || !text.includes('"$ref"'));
}

function textOf(value: Json, { texts }: Proof): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = jcs(value);
  if (typeof value === 'object') texts.set(value, text);
  return text;
}

function asObject(schema: Json): JsonObject | undefined {
  if (schema === true) return {};
  return isJsonObject(schema) ? schema : undefined;
}

/**
 * Some schemas are only ever equal to themselves. Draft-07 ignores keywords beside a reference, 2020-12 does not;
 * and `unevaluated…` asks what every other keyword has looked at, so that no comparison of parts can answer for it.
 */
function isReadable(schema: JsonObject): boolean {
  return !['$ref', 'unevaluatedItems', 'unevaluatedProperties'].some(key => Object.hasOwn(schema, key));
}

/** Keywords judged together, because the meaning of one depends on another. */
const GROUPS: readonly (readonly string[])[] = [
  MEMBER_KEYWORDS,
  ITEM_KEYWORDS,
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
];
const GROUPED = new Set(GROUPS.flat());
/** Keywords that are understood on their own. */
const SINGLE = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'propertyNames', 'dependentRequired', 'dependentSchemas']);
/** Keywords allowed at the top, compared before the proof. */
const SETTLED = new Set(['$schema']);

/**
 * An unknown keyword means nothing to JSON Schema, but `nullable` or `$defs` may mean something to others: both sides
 * must say the same.
 */
function agreeOnUnknowns(a: JsonObject, b: JsonObject, proof: Proof): boolean {
  return isSame(unknownsOf(a, proof), unknownsOf(b, proof), proof);
}

function unknownsOf(schema: JsonObject, { unknowns }: Proof): JsonObject {
  const known = unknowns.get(schema);
  if (known !== undefined) return known;
  const found = Object.fromEntries(Object.entries(schema).filter(([key]) => !isKnown(key)));
  unknowns.set(schema, found);
  return found;
}

function isKnown(key: string): boolean {
  return isValueKeyword(key) || GROUPED.has(key) || SINGLE.has(key) || SETTLED.has(key);
}

/** What a schema demands, piece by piece: it accepts what all pieces accept. */
function groupsOf(schema: JsonObject): JsonObject[] {
  const pick = (keys: readonly string[]): JsonObject =>
    Object.fromEntries(keys.filter(key => Object.hasOwn(schema, key)).map(key => [key, schema[key] as Json]));
  const together = GROUPS.map(pick).filter(group => Object.keys(group).length > 0);
  const alone = Object.keys(schema).filter(key => (isValueKeyword(key) || SINGLE.has(key)) && !GROUPED.has(key));
  return [...together, ...alone.map(key => pick([key]))];
}

/** A demand holds if the schema makes it itself, if one of its `allOf` does, or if each way through `anyOf` does. */
function implies(a: JsonObject, demand: JsonObject, proof: Proof): boolean {
  return (
    impliesItself(a, demand, proof) ||
    branches(a, 'allOf').some(branch => isSubschema(branch, demand, proof)) ||
    (['anyOf', 'oneOf'] as const).some(key => {
      const ways = branches(a, key);
      return ways.length > 0 && ways.every(way => isSubschema(way, demand, proof));
    })
  );
}

function branches(schema: JsonObject, key: string): readonly Json[] {
  const list = Object.hasOwn(schema, key) ? schema[key] : undefined;
  return Array.isArray(list) ? list : [];
}

function impliesItself(a: JsonObject, demand: JsonObject, proof: Proof): boolean {
  const keys = Object.keys(demand);
  const isRepeated = (key: string): boolean =>
    Object.hasOwn(a, key) && isSame(a[key] as Json, demand[key] as Json, proof);
  if (keys.every(isRepeated) && isWhole(a, keys)) return true;
  const isWithin = (inner: Json, outer: Json): boolean => isSubschema(inner, outer, proof);
  const types = typesOf(a);
  const [key = ''] = keys;
  if (MEMBER_KEYWORDS.includes(key)) return !types.has('object') || membersAreWithin(a, demand, isWithin);
  if (ITEM_KEYWORDS.includes(key)) return !types.has('array') || itemsAreWithin(a, demand, isWithin);
  switch (key) {
    case 'allOf':
      return branches(demand, key).every(branch => isWithin(a, branch));
    case 'anyOf':
      return branches(demand, key).some(branch => isWithin(a, branch));
    case 'not':
      return Object.hasOwn(a, 'not') && isWithin(demand.not as Json, a.not as Json);
    case 'propertyNames':
      return !types.has('object') || isWithin(a.propertyNames ?? true, demand.propertyNames as Json);
    default:
      return isValueKeyword(key) && valueIsWithin(key, a, demand[key] as Json, types);
  }
}

/** All members of a group count: one that only one side has changes the meaning of the others. */
function isWhole(a: JsonObject, keys: readonly string[]): boolean {
  const group = GROUPS.find(list => list.includes(keys[0] ?? ''));
  return group === undefined || group.every(key => Object.hasOwn(a, key) === keys.includes(key));
}

const MAX_VALUES = 200;
/** Words that validators or dialects read differently: what ours says of a value is then no proof. */
const NOT_TRIED =
  /"(?:format|nullable|\$ref|content\w+|dependen\w+|additionalItems|prefixItems|unevaluated\w+|m\w+Contains)"/;

/** Where a schema lists its values, trying each of them is proof. */
function isEveryValueAccepted(a: JsonObject, b: JsonObject, proof: Proof): boolean {
  const values = Object.hasOwn(a, 'const') ? [a.const as Json] : branches(a, 'enum');
  if (values.length === 0 || values.length > MAX_VALUES) return false;
  const validator = validatorOf(b, proof);
  proof.stepsLeft -= values.length;
  try {
    return validator !== undefined && values.every(value => validator.validate(value).valid);
  } catch {
    // What takes too many steps to judge proves nothing.
    return false;
  }
}

function validatorOf(schema: JsonObject, proof: Proof): SchemaValidator | undefined {
  if (!proof.validators.has(schema)) proof.validators.set(schema, tryCompile(schema, proof));
  return proof.validators.get(schema);
}

function tryCompile(schema: JsonObject, proof: Proof): SchemaValidator | undefined {
  if (NOT_TRIED.test(textOf(schema, proof))) return undefined;
  try {
    return compileSchema(schema, { maxSteps: 1_000 });
  } catch {
    // A schema that cannot be used proves nothing.
    return undefined;
  }
}
