import type { Found } from './found.ts';
import { SECRET_PLACE } from './meaning/signal.ts';

const PLACE = new RegExp(`^.{0,40}?${SECRET_PLACE}`, 'i');
/** A quick look first: every text of every tool is asked. */
const HINT = /[~\\/]|\.[a-z]|id_|(?:ssh|private) key/i;
const DEMAND =
  /\b(?:must|always|first|before|also|make sure|ensure|required|mandatory|then)\b[^.!?]{0,100}\b(?:read|include|send|upload|attach|pass|load|copy|append|forward|post|open|provide|submit)\b[^.!?]{0,60}\b(?:files?|path|contents?|value|parameter|argument|example|default|data|it)\b/i;

/** Whether a text is little more than such a place. */
export function namesSecretPlace(text: string): boolean {
  return text.length < 200 && HINT.test(text) && PLACE.test(text);
}

/**
 * The order in one field and the secret in another: a description that demands some file, and a default, choice or
 * example that names the file to take.
 */
export function findJoinedFields(
  texts: readonly string[],
  secret: number,
  pointer: string,
  tool: string | undefined,
): Found | undefined {
  const demand = texts.find((text, i) => i !== secret && text.length < 20_000 && DEMAND.test(text));
  if (demand === undefined) return undefined;
  return {
    code: 'scan.exfiltration',
    tier: 'review',
    pointer,
    message: 'This names a place of secrets, and another field of the tool demands that a file be taken.',
    evidence: `${DEMAND.exec(demand)?.[0] ?? ''} … ${texts[secret] ?? ''}`,
    ...(tool === undefined ? {} : { tool }),
  };
}

/** What the digest of the rule set covers of this page. */
export const JOINED_SOURCES: readonly string[] = [PLACE.source, HINT.source, DEMAND.source];
