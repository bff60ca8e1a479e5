// Test support: imported by tests only.
import { describe, expect, test } from 'vitest';
import { inert, isJsonObject, type Json, type JsonObject, type Severity } from '../../base/index.ts';
import type { Rule } from '../rule.ts';
import { type Subject, subjectOfDocument, subjectOfMcpTool } from '../subject.ts';
import { RULES } from './index.ts';

/** A tool or document that the rule accepts. */
export type Accepted = readonly [title: string, value: Json];
/** Where it is rejected. A pointer without a severity expects the severity of the rule. */
type Expected = string | readonly [pointer: string, Severity];
export type Rejected = readonly [title: string, value: Json, ...offences: Expected[]];

export interface Cases {
  readonly rejects: readonly Rejected[];
  readonly accepts: readonly Accepted[];
  readonly takenNames?: readonly string[];
}

/** The rules about texts, which have a test file of their own. */
export const ABOUT_TEXT = /^semantic\.(description|encoded|hidden|link|mixed|model|promotional)-/;

/** Runs one test per case. Every rule with a matching code must have cases. */
export function testRules(codes: RegExp, cases: Readonly<Record<string, Cases>>): void {
  const rules = RULES.filter(({ code }) => codes.test(code));
  test('every rule has cases', () => {
    expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ code }) => code).toSorted());
  });
  describe.each(rules)('$code', rule => {
    const { rejects, accepts, takenNames = [] } = cases[rule.code] ?? { rejects: [], accepts: [] };
    test.each(rejects.map(([title, value, ...expected]) => ({ title, value, expected })))(
      'rejects $title',
      ({ value, expected }) => {
        expectOffences(rule, subjectOf(value, takenNames), expected);
      },
    );
    test.each(accepts)('accepts %s', (_, value) => {
      expect(rule.check(subjectOf(value, takenNames))).toEqual([]);
    });
  });
}

function expectOffences(rule: Rule, subject: Subject, expected: readonly Expected[]): void {
  const offences = rule.check(subject);
  const found = offences.map(({ pointer, severity = rule.severity }) => [pointer, severity]);
  const wanted = expected.map(place => (typeof place === 'string' ? [place, rule.severity] : [...place]));
  expect(found.toSorted()).toEqual(wanted.toSorted());
  for (const { message, evidence = '' } of offences) {
    expect(message).toMatch(/^.+\.$/);
    expect([message, evidence]).toEqual([inert(message), inert(evidence)]);
  }
}

export function subjectOf(value: Json, takenNames: readonly string[] = []): Subject {
  const isDocument = isJsonObject(value) && (Object.hasOwn(value, 'tool') || Object.hasOwn(value, 'schema_version'));
  return isDocument ? subjectOfDocument(value, takenNames) : subjectOfMcpTool(value, '', takenNames);
}

/** Members to change: undefined removes a member, an object is merged. */
interface Overrides {
  readonly [member: string]: Json | undefined | Overrides;
}

const INPUT: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Name of the city.' } },
  required: ['city'],
};

const VALID_TOOL: JsonObject = {
  name: 'get_forecast',
  version: '1.0.0',
  description: 'Returns the forecast for a city.',
  author: { name: 'Ada', email: 'ada@example.org' },
  capabilities: ['network_request'],
  parameters: INPUT,
  security: {
    required_permissions: [],
    risk_level: 'medium',
    sandboxing_required: true,
    network_access: 'internet',
    file_access: 'none',
    allowed_domains: ['api.weather.example'],
  },
  metadata: {
    classification: { service_domains: ['geospatial'] },
    behavior: { operations: ['read'], read_only: true, destructive: false, idempotent: true, open_world: true },
  },
};

/** A document of schema 1.1 without findings, with changes to its tool. */
export function documentWith(toolOverrides: Overrides, schemaVersion = '1.1'): JsonObject {
  return { schema_version: schemaVersion, tool: merge(VALID_TOOL, toolOverrides) };
}

/** The same with other security settings, and other capabilities if given. */
export function secured(security: Overrides, capabilities?: Json): JsonObject {
  return documentWith({ security, ...(capabilities === undefined ? {} : { capabilities }) });
}

/** The same with exactly this behavior, and no other metadata unless given. */
export function documentBehaving(behavior: Json, rest: JsonObject = {}): JsonObject {
  const { tool } = documentWith({ metadata: undefined });
  return { schema_version: '1.1', tool: { ...(tool as JsonObject), metadata: { behavior, ...rest } } };
}

const VALID_MCP_TOOL: JsonObject = {
  name: 'get_forecast',
  description: 'Returns the forecast for a city.',
  inputSchema: INPUT,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
};

/** An MCP tool without findings, with changes. */
export function mcpToolWith(overrides: Overrides): JsonObject {
  return merge(VALID_MCP_TOOL, overrides);
}

function merge(base: JsonObject, overrides: Overrides): JsonObject {
  const changed = Object.entries(overrides).map(([key, value]): [string, Json | undefined] => {
    const before = Object.hasOwn(base, key) ? base[key] : undefined;
    return [key, isJsonObject(value) && isJsonObject(before) ? merge(before, value) : (value as Json | undefined)];
  });
  const members = new Map<string, Json | undefined>([...Object.entries(base), ...changed]);
  return Object.fromEntries([...members].filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
