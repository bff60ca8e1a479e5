import type { Digest, Json } from '../base/index.ts';
import type { Decision } from '../describe/index.ts';

/** What a guard runs under: digests of the files, not of what they hold. */
export type AuditGrounds = {
  readonly lock: Digest;
  readonly policy: Digest | null;
};

export type AuditStart = AuditGrounds & {
  readonly event: 'start';
  readonly mode: 'enforce' | 'filter' | 'audit';
  /** The version of Toolmark. */
  readonly toolmark: string;
};

export type AuditDecision = AuditGrounds & {
  readonly event: 'decision';
  readonly id: string;
  readonly session: string;
  readonly server: string;
  readonly method?: string;
  readonly tool: string;
  readonly original?: string;
  readonly digest?: Digest;
  readonly link?: string;
  readonly decision: Decision;
  readonly code: string;
  readonly rule?: number;
  readonly explain: string;
  /** The keywords of the locked input schema that the arguments break. */
  readonly violations?: readonly string[];
  readonly forwarded: boolean;
  readonly shape?: Json;
  readonly args?: Json;
};

/** What can be written into an audit log (docs/spec/audit.md, section 2). */
export type AuditEvent =
  | AuditStart
  | AuditDecision
  | { readonly event: 'approval'; readonly id: string; readonly answer: 'allow' | 'deny' | 'none'; readonly by: string }
  | { readonly event: 'outcome'; readonly id: string; readonly ok: boolean; readonly code?: string }
  | {
      readonly event: 'withheld';
      readonly server: string;
      readonly kind: 'tool' | 'prompt' | 'resource' | 'template' | 'message';
      readonly name: string;
      readonly code: string;
    }
  | AuditRecovery
  | { readonly event: 'stop'; readonly reason: string };

export type AuditRecovery = {
  readonly event: 'recovered';
  readonly head: 'ok' | 'missing' | 'unreadable';
  readonly torn?: { readonly bytes: number; readonly digest: Digest };
  /** `SEQ:HASH` of a record that should be there and is not. */
  readonly lost?: string;
};
