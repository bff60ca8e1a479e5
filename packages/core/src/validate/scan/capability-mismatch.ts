import { isJsonObject, member } from '../../base/index.ts';
import type { Found } from './found.ts';
import type { Unit } from './surface.ts';

const READING_NAME =
  /^(?:get|list|read|search|fetch|find|view|show|count|calculate|calc|add|format|convert|translate|lookup|look_up|check|describe|summari[sz]e|parse|validate|time|weather)(?:[_.-]|[A-Z]|$)/;
const SIDE_EFFECT =
  /\b(?:(?:executes?|runs?|spawns?) (?:arbitrary|any|shell|system|remote|os)\b[^.!?]{0,30}\b(?:commands?|code|scripts?|shell)|(?<!\b(?:users?|admins?|administrators?|owners?|members?|you|who) can (?:\w+ and )?)(?:deletes?|wipes?|erases?|destroys?|drops?) (?:all|every|any|the user|your|local|entire)\b|transfers? (?:funds|money|all)\b|(?:sends?|posts?|uploads?|transmits?|forwards?|emails?) (?:it|them|data|results?|files?|(?:the |all |any |your |a copy of )(?:\w+ ){0,3}(?:contents?|files?|data|results?|information|input|text|records?)) to\b|to an? (?:external|remote|third[- ]party|unknown) (?:host|server|endpoint|service|address|party))/i;
const DENIED_BEFORE = /\b(?:not|never|no|without|cannot)\b[^.!?]{0,40}$/i;

/** A name that promises to look, on a tool whose text says that it acts on the world. */
export function findCapabilityMismatch({ value, tool, pointer }: Unit): Found | undefined {
  if (tool === undefined || !READING_NAME.test(tool) || !isJsonObject(value)) return undefined;
  const description = member(value, 'description');
  if (typeof description !== 'string') return undefined;
  const act = SIDE_EFFECT.exec(description.slice(0, 20_000));
  if (act === null || DENIED_BEFORE.test(description.slice(0, act.index))) return undefined;
  return {
    code: 'scan.capability-mismatch',
    tier: 'review',
    pointer: `${pointer}/description`,
    message: 'The name promises to look something up, and the description says more. Read both, and ask the author.',
    tool,
    evidence: act[0],
  };
}

/** What the digest of the rule set covers of this page. */
export const MISMATCH_SOURCES: readonly string[] = [READING_NAME.source, SIDE_EFFECT.source, DENIED_BEFORE.source];
