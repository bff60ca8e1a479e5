import { cutInert, type Digest, inertValue, type Json, type JsonObject, jcs, refusalIn } from '../base/index.ts';
import type { SchemaViolation } from '../validate/index.ts';
import { argumentShape } from './argument-shape.ts';
import type { AuditDecision, AuditGrounds } from './audit-record.ts';
import type { GuardDecision } from './verdict.ts';

/** A call and its decision. */
export interface DecidedCall {
  /** Joins the records of this call. */
  readonly id: string;
  /** Joins the records of one client. */
  readonly session: string;
  readonly server: string;
  /** The requested method, where it is not a tool call. */
  readonly method?: string;
  /** The name that was called. */
  readonly tool: string;
  /** The name of the tool at the server. */
  readonly original?: string;
  readonly digest?: Digest;
  /** The id of the request whose result named it. */
  readonly link?: string;
  readonly args: JsonObject;
  readonly decision: Omit<GuardDecision, 'code'> & { readonly code: string };
  readonly forwarded: boolean;
}

export interface DecisionOptions extends AuditGrounds {
  /** The result of `declaredNames` for the locked tool; cache it, because it walks the schema. */
  readonly names: ReadonlySet<string>;
  readonly withValues?: boolean;
}

const MAX_NAME = 256;
const MAX_ARGS_BYTES = 32_768;

/** The record of a decision: whatever a caller sends, it fits into a log. */
export function auditDecision(call: DecidedCall, options: DecisionOptions): AuditDecision {
  const { original, digest, decision, args } = call;
  const values = options.withValues === true ? plainValues(args) : undefined;
  return {
    event: 'decision',
    id: cutInert(call.id, MAX_NAME),
    session: cutInert(call.session, MAX_NAME),
    server: cutInert(call.server, MAX_NAME),
    ...(call.method !== undefined && { method: cutInert(call.method, MAX_NAME) }),
    tool: cutInert(call.tool, MAX_NAME),
    ...(original !== undefined && original !== call.tool && { original: cutInert(original, MAX_NAME) }),
    ...(digest !== undefined && { digest }),
    ...(call.link !== undefined && { link: cutInert(call.link, MAX_NAME) }),
    decision: decision.decision,
    code: decision.code,
    ...(decision.rule !== undefined && { rule: decision.rule }),
    explain: explainOf(decision, options.withValues === true),
    ...(decision.violations !== undefined && { violations: brokenKeywords(decision.violations) }),
    forwarded: call.forwarded,
    lock: options.lock,
    policy: options.policy,
    shape: argumentShape(args, options.names),
    ...(values !== undefined && { args: values }),
  };
}

/** Where arguments do not fit, the sentence for the caller names places in them, which may be data. */
function explainOf({ code, explain, violations = [] }: DecidedCall['decision'], withValues: boolean): string {
  if (code !== 'guard.arguments-invalid' || withValues) return explain;
  const keywords = brokenKeywords(violations);
  const why = keywords.length === 0 ? '' : ` (${keywords.join(', ')})`;
  return `The arguments do not fit the locked input schema${why}.`;
}

/** Keywords of the schema, which reveal nothing about the arguments. */
function brokenKeywords(violations: readonly SchemaViolation[]): string[] {
  return [...new Set(violations.map(({ keyword }) => keyword))].filter(keyword => keyword !== '').slice(0, 8);
}

/** The arguments as a log can hold them; undefined when it cannot. */
function plainValues(args: JsonObject): Json | undefined {
  try {
    const plain = inertValue(withoutBigInts(args));
    return new TextEncoder().encode(jcs(plain)).length > MAX_ARGS_BYTES ? undefined : plain;
  } catch (error) {
    refusalIn(error);
    return undefined;
  }
}

function withoutBigInts(value: Json): Json {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withoutBigInts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutBigInts(item)]));
}
