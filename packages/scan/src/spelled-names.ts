import { ALONE } from './engine/kinds.ts';
import { matchRules } from './engine/match-rules.ts';
import type { Signal } from './signal.ts';
import { sentencesOf } from './text/tokens.ts';

const FEWEST_WORDS = 4;
/** Ideas that are reported in a name alone. Others also occur in honest names: calls, files, secrets. */
const ORDERS = new Set(['override', 'concealment']);

/** Finds instructions in names, such as `ignore_all_previous_instructions`, and names that request private data. */
export function readName(name: string): Signal[] {
  const words = name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .replace(/[_.\s-]+/g, ' ')
    .trim();
  if (PRIVATE.test(words)) return [signal('names.private-thing', 'secret-requested', PRIVATE_STRENGTH, name)];
  const count = words.split(' ').length;
  if (count < FEWEST_WORDS) return [];
  if (CONTENTS.test(words) && SECRETS.test(words))
    return [signal('names.private-contents', 'exfiltration', 'review', name)];
  return matchRules(sentencesOf(words), ALONE)
    .filter(({ rule }) => ORDERS.has(rule.code))
    .map(hit => ({ hit: { ...hit, strength: 'review' }, evidence: name }));
}

/** Parameters named like the system prompt or the conversation. Alone they are honest. */
const PRIVATE =
  /^(?:system (?:prompt|instructions)|(?:full |entire )?(?:conversation|chat|message) (?:history|context|log)|(?:ssh )?private key|seed phrase|mnemonic|environment variables|session cookies|all credentials|user password)$/i;
const PRIVATE_STRENGTH = 'hint';
/** Names that request contents, such as `content_from_reading_ssh_id_rsa`: a model fills them in. */
const CONTENTS = /\b(?:contents?|texts?|full|entire|whole|complete|verbatim|dump|reading|read)\b/i;
const SECRETS =
  /\b(?:ssh|id (?:rsa|ed25519|ecdsa)|env file|dotenv|private keys?|(?:conversation|chat|message|browser|browsing|shell|bash) history|system (?:prompt|message)|passwords|secrets|credentials|environment variables|etc passwd|cookies)\b/i;

function signal(id: string, code: string, strength: 'review' | 'hint', evidence: string): Signal {
  const rule = { id, code, strength, shapes: [], finds: [], passes: [] };
  return { hit: { rule, strength, start: 0, end: evidence.length, first: 0, last: 0 }, evidence };
}
