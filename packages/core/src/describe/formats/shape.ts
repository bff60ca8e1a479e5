import { child, type Finding, isJsonObject, type Json, type JsonObject, quoteInert } from '../../base/index.ts';

/** What a value of a registry format looks like. Members that a shape does not name are kept, and reported. */
export type Shape =
  | { readonly is: 'any' | 'boolean' }
  | TextShape
  | { readonly is: 'integer'; readonly min: number; readonly max: number }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'map'; readonly of: Shape }
  | ObjectShape;

interface TextShape {
  readonly is: 'text';
  readonly min?: number;
  readonly max?: number;
  readonly form?: RegExp;
  readonly words?: readonly string[];
}

interface ObjectShape {
  readonly is: 'object';
  readonly required: readonly string[];
  readonly members: Readonly<Record<string, Shape>>;
}

export const ANY: Shape = { is: 'any' };
export const FLAG: Shape = { is: 'boolean' };
export const TEXT: Shape = { is: 'text' };
export const TEXTS: Shape = { is: 'list', of: TEXT };

export function text(rules: Omit<TextShape, 'is'>): Shape {
  return { is: 'text', ...rules };
}

export function list(of: Shape): Shape {
  return { is: 'list', of };
}

export function map(of: Shape): Shape {
  return { is: 'map', of };
}

export function object(required: readonly string[], members: Readonly<Record<string, Shape>>): ObjectShape {
  return { is: 'object', required, members };
}

/** A hostile file must not decide how long a report gets. */
const MAX_FINDINGS = 1000;

/** Every place where a value does not have its shape, as `schema.*` findings. */
export function findMisshapen(shape: Shape, value: Json, at: string): Finding[] {
  const findings: Finding[] = [];
  walk(shape, value, at, findings);
  return findings;
}

function walk(shape: Shape, value: Json, at: string, findings: Finding[]): void {
  if (findings.length >= MAX_FINDINGS) return;
  const fault = faultOf(shape, value);
  if (fault !== undefined)
    findings.push({ code: `schema.${fault[0]}`, severity: 'error', pointer: at, message: fault[1] });
  if (shape.is === 'list' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(shape.of, item, child(at, index), findings);
  } else if (shape.is === 'map' && isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) walk(shape.of, item, child(at, key), findings);
  } else if (shape.is === 'object' && isJsonObject(value)) {
    walkMembers(shape, value, at, findings);
  }
}

type Fault = readonly [code: string, message: string];

function faultOf(shape: Shape, value: Json): Fault | undefined {
  switch (shape.is) {
    case 'any':
      return undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : ['type', 'Expected a boolean here.'];
    case 'text':
      return typeof value === 'string' ? faultOfText(shape, value) : ['type', 'Expected a string here.'];
    case 'integer':
      return isWithin(value, shape)
        ? undefined
        : ['type', `Expected an integer from ${shape.min} to ${shape.max} here.`];
    case 'list':
      return Array.isArray(value) ? undefined : ['type', 'Expected an array here.'];
    default:
      return isJsonObject(value) ? undefined : ['type', 'Expected an object here.'];
  }
}

function faultOfText({ min = 0, max, form, words }: TextShape, value: string): Fault | undefined {
  if (words !== undefined && !words.includes(value)) {
    return ['enum', `Expected one of ${words.filter(word => word !== '').join(', ')}.`];
  }
  if (value.length < min) return ['length', `Expected at least ${min} character${min > 1 ? 's' : ''}.`];
  if (max !== undefined && isLonger(value, max)) return ['length', `Expected at most ${max} characters.`];
  return form === undefined || form.test(value) ? undefined : ['pattern', `This is not of the form ${form.source}.`];
}

/** In characters, of which one may take two units. */
export function isLonger(value: string, max: number): boolean {
  if (value.length <= max) return false;
  return value.length > 2 * max || [...value].length > max;
}

function isWithin(value: Json, { min, max }: { min: number; max: number }): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function walkMembers({ required, members }: ObjectShape, value: JsonObject, at: string, findings: Finding[]): void {
  for (const key of required) {
    if (Object.hasOwn(value, key)) continue;
    const message = `The member "${key}" is missing.`;
    findings.push({ code: 'schema.required', severity: 'error', pointer: at, message });
  }
  for (const [key, item] of Object.entries(value)) {
    const shape = Object.hasOwn(members, key) ? members[key] : undefined;
    if (shape !== undefined) walk(shape, item, child(at, key), findings);
    else findings.push(unknownMember(key, at));
    if (findings.length >= MAX_FINDINGS) return;
  }
}

function unknownMember(key: string, at: string): Finding {
  const message = `The member ${quoteInert(key)} is not known here.`;
  return { code: 'schema.unknown-member', severity: 'warning', pointer: child(at, key), message };
}
