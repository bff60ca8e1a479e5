import { isJsonObject, type Json, type JsonObject, type LinearPattern, quoteInert } from '../../base/index.ts';
import { canonicalKey } from './canonical-key.ts';
import { isMultipleOf, meant } from './decimal.ts';
import { spend } from './evaluate.ts';
import { isJsonList } from './json-list.ts';
import { listOf, type MakeCheck, namesOf, numberOf, objectOf, textOf } from './make-check.ts';
import type { Run } from './schema-node.ts';

/** Keywords without subschemas. */
export const ASSERTIONS: Readonly<Record<string, MakeCheck>> = {
  type: value => {
    const types = new Set(typeof value === 'string' ? [value] : namesOf(value));
    const anyNumber = types.has('number');
    return {
      holds: instance => {
        const type = typeOf(instance);
        return types.has(type) || (anyNumber && type === 'integer');
      },
      demand: instance => `Must be of type ${[...types].join(' or ')}, not ${typeOf(instance)}.`,
    };
  },
  enum: value => {
    const keys = new Set(listOf(value).map(canonicalKey));
    return {
      holds: (instance, run) => keys.has(paidKey(instance, run)),
      demand: () => 'Not one of the allowed values.',
    };
  },
  const: value => {
    const key = canonicalKey(value);
    return {
      holds: (instance, run) => paidKey(instance, run) === key,
      demand: () => 'Not the allowed value.',
    };
  },

  multipleOf: aboutNumbers(isMultipleOf, 'a multiple of', needsDecimals),
  maximum: aboutNumbers((value, limit) => value <= limit, 'at most'),
  exclusiveMaximum: aboutNumbers((value, limit) => value < limit, 'less than'),
  minimum: aboutNumbers((value, limit) => value >= limit, 'at least'),
  exclusiveMinimum: aboutNumbers((value, limit) => value > limit, 'more than'),

  maxLength: aboutSize(isText, countCharacters, atMost, 'characters'),
  minLength: aboutSize(isText, countCharacters, atLeast, 'characters'),
  maxItems: aboutSize(isJsonList, list => list.length, atMost, 'items'),
  minItems: aboutSize(isJsonList, list => list.length, atLeast, 'items'),
  maxProperties: aboutSize(isJsonObject, countMembers, atMost, 'members'),
  minProperties: aboutSize(isJsonObject, countMembers, atLeast, 'members'),

  pattern: (value, site) => {
    const pattern = site.pattern(textOf(value));
    return {
      holds: (instance, run) => typeof instance !== 'string' || matches(pattern, instance, run),
      demand: () => `Must match the pattern ${quoteInert(textOf(value))}.`,
    };
  },
  uniqueItems: value => ({
    holds: (instance, run) => value !== true || !isJsonList(instance) || allDiffer(instance, run),
    demand: () => 'The array has duplicate items.',
  }),
  required: value => {
    const names = namesOf(value);
    return {
      holds: (instance, run) => {
        if (!isJsonObject(instance)) return true;
        spend(run, names.length >> 3);
        return names.every(name => Object.hasOwn(instance, name));
      },
      demand: instance => `Missing members: ${listMissing(objectOf(instance), names)}.`,
    };
  },
  dependentRequired: value =>
    requireTogether(Object.entries(objectOf(value)).map(([name, list]) => [name, namesOf(list)])),
};

/** `[a, [b, c]]`: the member `a` requires `b` and `c`. */
export function requireTogether(rules: readonly (readonly [string, readonly string[]])[]): ReturnType<MakeCheck> {
  const applying = (object: JsonObject) =>
    rules.filter(([name]) => Object.hasOwn(object, name)).flatMap(rule => rule[1]);
  return {
    holds: (instance, run) => {
      if (!isJsonObject(instance)) return true;
      spend(run, rules.length >> 3);
      return applying(instance).every(name => Object.hasOwn(instance, name));
    },
    demand: instance => {
      const missing = listMissing(objectOf(instance), applying(objectOf(instance)));
      return missing === '' ? undefined : `Missing members that other members require: ${missing}.`;
    },
  };
}

/** Visiting an instruction of a pattern is much cheaper than evaluating a subschema. */
const VISITS_PER_STEP = 32;

export function matches(pattern: LinearPattern, text: string, run: Run): boolean {
  return pattern.test(text, visits => spend(run, visits / VISITS_PER_STEP));
}

function typeOf(value: Json): string {
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    case 'bigint':
      return 'integer';
    case 'object':
      if (value === null) return 'null';
      return isJsonList(value) ? 'array' : 'object';
    default:
      return typeof value;
  }
}

function paidKey(instance: Json, run: Run): string {
  const key = canonicalKey(instance);
  spend(run, key.length >> 3);
  return key;
}

/** The cost of arithmetic on long integers, in steps. */
const LONG_INTEGER_STEPS = 20;

/** JavaScript compares numbers with bigints exactly. */
function aboutNumbers(
  accepts: (value: number | bigint, operand: number | bigint) => boolean,
  words: string,
  isLong: (value: number | bigint) => boolean = isLongInteger,
): MakeCheck {
  return value => {
    const operand = meant(numberOf(value));
    const isLongOperand = isLong(operand);
    return {
      holds: (instance, run) => {
        if (typeof instance !== 'number' && typeof instance !== 'bigint') return true;
        if (isLongOperand || isLong(instance)) spend(run, LONG_INTEGER_STEPS);
        return accepts(meant(instance), operand);
      },
      demand: () => `Must be ${words} ${operand}.`,
    };
  };
}

function isLongInteger(value: number | bigint): boolean {
  return typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** Whether division needs exact decimals. */
function needsDecimals(value: number | bigint): boolean {
  return !Number.isSafeInteger(value);
}

interface Comparison {
  readonly accepts: (size: number, limit: number | bigint) => boolean;
  readonly words: string;
}

// Named functions, because the table above is read before constants below it exist.
function atMost(): Comparison {
  return { accepts: (size, limit) => size <= limit, words: 'at most' };
}

function atLeast(): Comparison {
  return { accepts: (size, limit) => size >= limit, words: 'at least' };
}

function aboutSize<Sized extends Json>(
  applies: (instance: Json) => instance is Sized,
  sizeOf: (instance: Sized, run: Run) => number,
  comparison: () => Comparison,
  unit: string,
): MakeCheck {
  const { accepts, words } = comparison();
  return value => {
    const limit = numberOf(value);
    return {
      holds: (instance, run) => !applies(instance) || accepts(sizeOf(instance, run), limit),
      demand: () => `Must have ${words} ${limit} ${unit}.`,
    };
  };
}

function isText(instance: Json): instance is string {
  return typeof instance === 'string';
}

function countCharacters(text: string, run: Run): number {
  spend(run, text.length >> 6);
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) if (isPairAt(text, i)) count--;
  return count;
}

function isPairAt(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
}

function countMembers(object: JsonObject, run: Run): number {
  const count = Object.keys(object).length;
  spend(run, count);
  return count;
}

function allDiffer(list: readonly Json[], run: Run): boolean {
  const keys = new Set<string>();
  for (const item of list) {
    const key = paidKey(item, run);
    if (keys.has(key)) return false;
    keys.add(key);
  }
  spend(run, list.length >> 2);
  return true;
}

function listMissing(object: JsonObject, names: readonly string[]): string {
  const missing = names.filter(name => !Object.hasOwn(object, name));
  const shown = missing.slice(0, 10).map(name => quoteInert(name));
  return missing.length > shown.length
    ? `${shown.join(', ')} and ${missing.length - shown.length} more`
    : shown.join(', ');
}
