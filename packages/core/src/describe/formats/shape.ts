import { child, type Finding, isJsonObject, type Json, member, quoteInert } from '../../base/index.ts';

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
  switch (shape.is) {
    case 'any':
      return;
    case 'boolean':
      if (typeof value !== 'boolean') report(findings, 'type', at, 'Expected a boolean here.');
      return;
    case 'text':
      return walkText(shape, value, at, findings);
    case 'integer':
      if (!isWithin(value, shape)) {
        report(findings, 'type', at, `Expected an integer from ${shape.min} to ${shape.max} here.`);
      }
      return;
    case 'list':
      if (!Array.isArray(value)) return report(findings, 'type', at, 'Expected an array here.');
      for (const [index, item] of value.entries()) walk(shape.of, item, child(at, index), findings);
      return;
    case 'map':
      if (!isJsonObject(value)) return report(findings, 'type', at, 'Expected an object here.');
      for (const [key, item] of Object.entries(value)) walk(shape.of, item, child(at, key), findings);
      return;
    case 'object':
      return walkObject(shape, value, at, findings);
  }
}

function walkObject({ required, members }: ObjectShape, value: Json, at: string, findings: Finding[]): void {
  if (!isJsonObject(value)) return report(findings, 'type', at, 'Expected an object here.');
  for (const key of required) {
    if (member(value, key) === undefined) report(findings, 'required', at, `The member "${key}" is missing.`);
  }
  for (const [key, item] of Object.entries(value)) {
    const shape = Object.hasOwn(members, key) ? members[key] : undefined;
    if (shape !== undefined) walk(shape, item, child(at, key), findings);
    else
      findings.push({
        code: 'schema.unknown-member',
        severity: 'warning',
        pointer: child(at, key),
        message: `The member ${quoteInert(key)} is not known here.`,
      });
    if (findings.length >= MAX_FINDINGS) return;
  }
}

function walkText({ min = 0, max, form, words }: TextShape, value: Json, at: string, findings: Finding[]): void {
  if (typeof value !== 'string') return report(findings, 'type', at, 'Expected a string here.');
  if (words !== undefined && !words.includes(value)) {
    return report(findings, 'enum', at, `Expected one of ${words.join(', ')}.`);
  }
  if (value.length < min) return report(findings, 'length', at, `Expected at least ${min} character${min > 1 ? 's' : ''}.`);
  if (max !== undefined && isLonger(value, max)) report(findings, 'length', at, `Expected at most ${max} characters.`);
  if (form !== undefined && !form.test(value)) report(findings, 'pattern', at, `This is not of the form ${form.source}.`);
}

/** In characters, of which one may take two units. */
export function isLonger(value: string, max: number): boolean {
  if (value.length <= max) return false;
  return value.length > 2 * max || [...value].length > max;
}

function isWithin(value: Json, { min, max }: { min: number; max: number }): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function report(findings: Finding[], code: string, pointer: string, message: string): void {
  findings.push({ code: `schema.${code}`, severity: 'error', pointer, message });
}
