// Test support: imported by the tests of the rules and by nothing else.
import { describe, expect, test } from 'vitest';
import { inert, isJsonObject, type Json, type JsonObject, type Severity } from '../../base/index.ts';
import type { Rule } from '../rule.ts';
import { type Subject, subjectOfDocument, subjectOfMcpTool } from '../subject.ts';

/** A tool or tool document that the rule has nothing against. */
type Accepted = readonly [title: string, value: Json];
/** One that it has; a pointer alone means an offence as grave as the rule. */
type Rejected = readonly [title: string, value: Json, ...offences: (string | readonly [pointer: string, Severity])[]];

/** One test for each row. */
export function ruleTable(
  rule: Rule,
  rows: { readonly rejects: readonly Rejected[]; readonly accepts: readonly Accepted[] },
  takenNames: readonly string[] = [],
): void {
  describe(rule.code, () => {
    for (const [title, value, ...expected] of rows.rejects) {
      test(`rejects ${title}`, () => {
        const offences = rule.check(subjectOf(value, takenNames));
        const found = offences.map(({ pointer, severity = rule.severity }) => [pointer, severity]);
        const wanted = expected.map(place => (typeof place === 'string' ? [place, rule.severity] : [...place]));
        expect(found.toSorted()).toEqual(wanted.toSorted());
        for (const { message, evidence = '' } of offences) {
          expect(message).toMatch(/^.+\.$/);
          expect([message, evidence]).toEqual([inert(message), inert(evidence)]);
        }
      });
    }

    for (const [title, value] of rows.accepts) {
      test(`accepts ${title}`, () => {
        expect(rule.check(subjectOf(value, takenNames))).toEqual([]);
      });
    }
  });
}

export function subjectOf(value: Json, takenNames: readonly string[]): Subject {
  const isDocument = isJsonObject(value) && (Object.hasOwn(value, 'tool') || Object.hasOwn(value, 'schema_version'));
  return isDocument ? subjectOfDocument(value, takenNames) : subjectOfMcpTool(value, '', takenNames);
}

/** Members to change; undefined removes one, and an object changes members of what is there. */
interface Overrides {
  readonly [member: string]: Json | undefined | Overrides;
}

const SOUND_TOOL: JsonObject = {
  name: 'get_forecast',
  version: '1.0.0',
  description: 'Returns the forecast for a city.',
  author: { name: 'Ada', email: 'ada@example.org' },
  capabilities: ['network_request'],
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city.' } },
    required: ['city'],
  },
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

/** A document of schema 1.1 that no rule has anything against, with changes to its tool. */
export function documentWith(toolOverrides: Overrides, schemaVersion = '1.1'): JsonObject {
  return { schema_version: schemaVersion, tool: merge(SOUND_TOOL, toolOverrides) };
}

/** The same with exactly this behaviour, and nothing else of metadata unless given. */
export function documentBehaving(behavior: Json, rest: JsonObject = {}): JsonObject {
  const { tool } = documentWith({ metadata: undefined });
  return { schema_version: '1.1', tool: { ...(tool as JsonObject), metadata: { behavior, ...rest } } };
}

const SOUND_MCP_TOOL: JsonObject = {
  name: 'get_forecast',
  description: 'Returns the forecast for a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city.' } },
    required: ['city'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
};

/** An MCP tool that no rule has anything against, with changes. */
export function mcpToolWith(overrides: Overrides): JsonObject {
  return merge(SOUND_MCP_TOOL, overrides);
}

/** An MCP tool with this description. */
export function described(description: string): JsonObject {
  return mcpToolWith({ description });
}

function merge(base: JsonObject, overrides: Overrides): JsonObject {
  const changed = Object.entries(overrides).map(([key, value]): [string, Json | undefined] => {
    const before = Object.hasOwn(base, key) ? base[key] : undefined;
    return [key, isJsonObject(value) && isJsonObject(before) ? merge(before, value) : (value as Json | undefined)];
  });
  const members = new Map<string, Json | undefined>([...Object.entries(base), ...changed]);
  return Object.fromEntries([...members].filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
