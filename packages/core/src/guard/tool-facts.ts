import { isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import {
  assessRisk,
  type DeclaredFlags,
  type EffectiveFlag,
  effectiveFlags,
  FLAGS,
  type Flag,
  findInMeta,
  OPERATIONS,
  type Operation,
  type RiskLevel,
} from '../describe/index.ts';
import type { LockedTool } from '../lock/index.ts';

/** The facts that rules match, from the locked definition only, never from the live server. */
export interface ToolFacts {
  readonly name: string;
  readonly flags: Readonly<Record<Flag, EffectiveFlag>>;
  readonly operations: readonly Operation[];
  readonly domains: readonly string[];
  readonly risk: RiskLevel;
}

export function toolFacts({ definition }: Pick<LockedTool, 'definition'>): ToolFacts {
  const axes = findInMeta(definition)?.value;
  return {
    name: definition.name,
    flags: effectiveFlags(claimedFlags(objectIn(definition, 'annotations'), objectIn(axes, 'behavior'))),
    operations: operationsOf(objectIn(axes, 'behavior')),
    domains: domainsOf(objectIn(axes, 'classification')),
    risk: assessRisk(definition).level,
  };
}

/** Where annotations and `_meta` disagree the worse claim counts, which is the one MCP assumes of a silent tool. */
function claimedFlags(annotations: JsonObject, behavior: JsonObject): DeclaredFlags {
  return Object.fromEntries(
    FLAGS.flatMap(({ flag, hint, rfcName, assumed }) => {
      const given = [member(annotations, hint), member(annotations, rfcName), member(behavior, flag)];
      const claims = given.filter(claim => typeof claim === 'boolean');
      return claims.length === 0 ? [] : [[flag, claims.includes(assumed) ? assumed : !assumed]];
    }),
  );
}

/** An unreadable declaration counts as opaque, so that it cannot evade a rule. */
function operationsOf(behavior: JsonObject): Operation[] {
  const declared = member(behavior, 'operations');
  if (declared === undefined || declared === null) return [];
  const list: readonly Json[] = Array.isArray(declared) ? declared : [declared];
  return [...new Set(list.map(word => OPERATIONS.find(operation => operation === word) ?? 'opaque'))];
}

function domainsOf(classification: JsonObject): string[] {
  const domains = member(classification, 'service_domains');
  return Array.isArray(domains) ? domains.filter(domain => typeof domain === 'string') : [];
}

function objectIn(object: JsonObject | undefined, key: string): JsonObject {
  const value = object === undefined ? undefined : member(object, key);
  return isJsonObject(value) ? value : {};
}
