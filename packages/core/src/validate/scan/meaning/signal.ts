import type { Kind } from '../words.ts';

/** How sure a finding is: `block` is for what no honest tool says, `review` for what a person should read. */
export type Tier = 'block' | 'review';

/** One thing a sentence can do. Pure data: the digest of the rule set covers every member. */
export interface Signal {
  readonly id: string;
  readonly code: string;
  readonly tier: Tier;
  /** Kinds of words a sentence must hold before the pattern is tried. */
  readonly needs: readonly Kind[];
  /** Tried on one folded sentence. A group named `tool` is the name of a tool that the sentence speaks of. */
  readonly pattern: string;
  /** Where this matches the sentence too, the signal is silent. */
  readonly unless?: string;
  /** The tool named must be another one; or none of the server's own; or one of another server in the scan. */
  readonly foreign?: 'another' | 'unlisted' | 'known';
  /** Honest texts deny this ("never sends your key"); a denial before it silences it. */
  readonly deniable?: true;
  /** Out of place even where it is only mentioned: pretexts such as "audit" and "check" do not soften it. */
  readonly firm?: true;
}

/** Fragments that several patterns share. */
export const USER =
  '(?:the |a |any |your |our |to |end[- ]?)*(?:users?|humans?|customers?|operators?|persons?|people|anyone|anybody|owner)\\b';

/** Whoever a tool serves or speaks of, by the part they play. */
export const PERSON = "(?:user|employee|customer|person|owner|client|member|operator|account holder|human)(?:'s|s'|s)?";

/** An order to one who listens: at the start, after a comma or "and", or with "must" and the like before it. */
export const FORCED =
  '(?:must|should|shall|always|make sure|be sure|ensure|required|mandatory|need(?:s)? to|ha(?:ve|s) to|automatically|silently|also|please|first)';

/** The name of a tool where it is spoken of as something to call: with an underscore, in quotes, or called a tool. */
export const TOOL =
  '(?<![a-z0-9_])(?<tool>[a-z][a-z0-9]*(?:_[a-z0-9]+){1,8}|(?<=["\'`])[a-z][\\w.:/-]{2,60}(?=["\'`])|(?!(?:this|that|the|any|other|another|each|every|all|same|our|its|your|which|one|first|next|correct|appropriate|relevant|following|these|mcp|new|and|with|using|available|specific|separate|dedicated)\\b)[a-z][a-z0-9-]{2,40}(?=\\(\\)| (?:tool|function)\\b))["\'`]?';

/** The name of a tool wherever it stands: only an underscore tells it from a word. */
export const ANY_TOOL = '(?<![a-z0-9_])(?<tool>[a-z][a-z0-9]*(?:_[a-z0-9]+){1,8})["\'`]?';

/** Places where only secrets are kept. */
export const SECRET_PLACE =
  '(?:id_(?:rsa|ed25519|ecdsa|dsa)\\b|[~/\\\\.](?:ssh|aws|gnupg|kube|azure)(?:[/\\\\]|(?=[\\s,;)"\'`]|$))|\\.(?:netrc|npmrc|pgpass|git-credentials|htpasswd)\\b|/etc/(?:passwd|shadow|sudoers|[\\w.-]{0,20}passw\\w{0,10}|[\\w.-]{0,20}credential\\w{0,4})|~/\\.[\\w-]{1,30}(?:/[\\w./-]{1,60})?|\\$home/\\.[\\w./-]{1,60}|wallet\\.dat|login\\.keychain|/proc/self/environ|(?:ssh|private) keys?\\b|credentials?\\.(?:json|ya?ml|ini|csv|txt)|(?:refresh_|access_|auth_|api_)?token(?:s)?\\.(?:json|txt))';

/** Secrets by their names. */
export const SECRET_NAME =
  '(?:api[ _-]?keys?|passwords?|passphrases?|credentials?|private[ _-]keys?|ssh[ _-]keys?|(?:access|auth(?:entication)?|bearer|session|refresh|oauth|security)[ _-]tokens?|(?:client|user|stored|local|any|all|the)[ _-]secrets?|seed phrases?|recovery phrases?|mnemonics?|(?:session |browser )?cookies|environment variables?|env(?:ironment)? vars?|\\.env\\b|keychain|personal (?:data|information)|pii\\b|phi records?|clipboard|keystrokes|browser history|private information|sensitive (?:data|information|files))';

/** What was said so far. */
export const CONVERSATION =
  "(?:(?:conversation|chat|dialogue|message|session|browsing|command|prompt)[ _-](?:history|log|logs|transcript|context|content|contents|metadata)|(?:entire|full|whole|complete|all|previous|prior|last|original|recent|current)(?: of)?(?: the| this| our| your| user'?s?)?(?: \\w+)? (?:conversations?|chats?|messages|transcripts?|dialogues?|prompts?)|conversation so far|messages? (?:of|in|from) (?:the|this) (?:conversation|chat|session)|(?:everything|anything|whatever|all) (?:that )?(?:the user|they|you|was|has been|is)\\b.{0,20}?\\b(?:said|typed|wrote|written|told|shared|discussed)|system (?:prompt|message)|(?:hidden|initial|internal) instructions)";

/** Somewhere else. */
export const ELSEWHERE =
  '(?:https?:|ftp:|wss?:|[\\w.+-]{1,60}@[\\w-]{1,40}\\.[a-z]|\\battackers?\\b|\\bwebhooks?\\b|\\bc2\\b|\\bcollector\\b|(?:external|remote|third[- ]party|outside|our|logging|analytics|telemetry|monitoring|validation|backup|audit)[ -](?:\\w+[ -]){0,2}(?:servers?|hosts?|endpoints?|services?|apis?|party|url|address|domain|partners?|collector|sink)|\\bour (?:partners?|servers?|backend|cloud)\\b|\\banywhere\\b)';

/** Into the arguments of a call. */
export const ARGUMENT =
  '(?:(?:parameters?|arguments?|params?|fields?|inputs?|query|note|notes|metadata|body|header|value|reply|response|output|comment|message)\\b)';

/** A value that sends something to one place: an address, a number of an account, a folder. */
export const DESTINATION =
  '(?:[\\w.+-]{1,60}@[\\w-]{1,40}\\.[a-z]{2,}|https?://|\\biban\\b|\\b0x[0-9a-f]{6,}|\\+\\d{8,}|(?<![\\w.])/(?:tmp|srv|var|root|etc|home)/|(?<![\\w&])#[a-z][\\w-]{3,40})';

/** Files and folders that belong to the person or the machine, and to no tool. */
export const PRIVATE_PLACE =
  '(?:(?<![\\w/])~/\\.[\\w-]{2,30}|(?<!\\.\\.)/etc/[a-z]|/var/log/|/root/|/home/[\\w-]{1,30}/\\.|/proc/self|\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b(?!\\.pub)|\\.aws/|(?<![\\w*])\\.env\\b|\\bsecrets?\\.(?:ya?ml|json|env|toml)\\b|\\.bash_history)';

/** All forms of regular verbs: "store" is also stores, stored and storing. */
export function formsOf(verbs: string): string {
  return `(?:${verbs.split(' ').map(formsOfOne).join('|')})`;
}

function formsOfOne(verb: string): string {
  if (verb.endsWith('e')) return `${verb.slice(0, -1)}(?:e|es|ed|ing)`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}(?:y|ies|ied|ying)`;
  return `${verb}(?:e?s|ed|ing)?`;
}
