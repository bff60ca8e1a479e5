import type { Finding } from '@toolmark/core';
import type { ToolInput, ToolSchema } from './tool-server.ts';

/** A schema as the SDK will list it, or the problem. */
export interface WrittenSchema {
  readonly json?: Record<string, unknown>;
  readonly problem?: Finding;
}

/** An unconvertible schema would break the whole list; one without JSON Schema support is not checked, with a warning. */
export function writeSchema(schema: ToolInput | undefined, side: 'input' | 'output'): WrittenSchema {
  if (schema === undefined) return {};
  try {
    const json = isSchema(schema) ? writeOne(schema, side) : writeShape(schema, side);
    return json === undefined ? { problem: unchecked(side) } : { json };
  } catch {
    const message = 'Cannot be converted to JSON Schema. Use other types, or a library such as Zod 4.2 or later.';
    return { problem: { code: 'author.unwritable-schema', severity: 'error', pointer: `/${side}Schema`, message } };
  }
}

function isSchema(schema: ToolInput): schema is ToolSchema {
  return '~standard' in schema;
}

/** Standard Schema members for JSON Schema and validation. */
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

/** Version 1 of the SDK accepts one schema per argument. */
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

/** An argument is optional if its schema accepts `undefined`. */
function isOptional({ '~standard': standard }: ToolSchema): boolean {
  const { validate } = standard as ToolSchema['~standard'] & Writing;
  const result = validate?.(undefined);
  return typeof result === 'object' && result !== null && 'value' in result;
}

function unchecked(side: 'input' | 'output'): Finding {
  const message = 'Not checked: the library has no JSON Schema support. Zod 4.2 or later has.';
  return { code: 'author.unchecked-schema', severity: 'warning', pointer: `/${side}Schema`, message };
}
