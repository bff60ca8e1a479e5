import type { Finding } from '@toolmark/core';
import type { ToolInput, ToolSchema } from './tool-server.ts';

/** A schema as the SDK will list it, and what is wrong with it. */
export interface WrittenSchema {
  readonly json?: Record<string, unknown>;
  readonly problem?: Finding;
}

/** A schema that cannot be written would break the whole list; one that has no way to be written is not checked, and says so. */
export function writeSchema(schema: ToolInput | undefined, side: 'input' | 'output'): WrittenSchema {
  if (schema === undefined) return {};
  try {
    const json = isSchema(schema) ? writeOne(schema, side) : writeShape(schema, side);
    return json === undefined ? { problem: unchecked(side) } : { json };
  } catch {
    const message = 'This cannot be written as JSON Schema: use types that can, and Zod from 4.2 or its like.';
    return { problem: { code: 'author.unwritable-schema', severity: 'error', pointer: `/${side}Schema`, message } };
  }
}

function isSchema(schema: ToolInput): schema is ToolSchema {
  return '~standard' in schema;
}

/** What Standard Schema adds for JSON Schema, and how arguments are validated. */
interface Writing {
  readonly jsonSchema?: Readonly<Record<'input' | 'output', (options: object) => Record<string, unknown>>>;
  readonly validate?: (value: unknown) => unknown;
}

function writeOne(
  { '~standard': standard }: ToolSchema,
  side: 'input' | 'output',
): Record<string, unknown> | undefined {
  const { jsonSchema } = standard as ToolSchema['~standard'] & Writing;
  return jsonSchema?.[side]({ target: 'draft-2020-12' });
}

/** Version 1 of the SDK takes one schema for each argument and makes an object of them. */
function writeShape(
  shape: Readonly<Record<string, ToolSchema>>,
  side: 'input' | 'output',
): Record<string, unknown> | undefined {
  const written = Object.entries(shape).map(([name, schema]) => [name, writeOne(schema, side)] as const);
  if (written.some(([, json]) => json === undefined)) return undefined;
  const properties = Object.fromEntries(written.map(([name, json]) => [name, withoutDialect(json)]));
  const required = Object.entries(shape).flatMap(([name, schema]) => (isOptional(schema) ? [] : [name]));
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function withoutDialect({ $schema: _, ...schema }: Record<string, unknown> = {}): Record<string, unknown> {
  return schema;
}

/** An argument may be left out where its schema takes `undefined`. */
function isOptional({ '~standard': standard }: ToolSchema): boolean {
  const { validate } = standard as ToolSchema['~standard'] & Writing;
  const result = validate?.(undefined);
  return typeof result === 'object' && result !== null && 'value' in result;
}

function unchecked(side: 'input' | 'output'): Finding {
  const message = 'This schema has no form in JSON Schema of its own, so it is not checked: Zod from 4.2 has one.';
  return { code: 'author.unchecked-schema', severity: 'warning', pointer: `/${side}Schema`, message };
}
