import { PRIVATE_PLACE } from './signal.ts';

/** Verbs of tools that look for attacks, and words that introduce a quotation: what follows is spoken of, not ordered. */
export const MENTION =
  /\b(?:detect(?:s|ed|ing|ion|or)?|scan(?:s|ning|ner)? (?:for|text|prompts?)|flag(?:s|ged|ging)?|identif(?:y|ies|ying)|prevent(?:s|ing)?|block(?:s|ed|ing)?|defend(?:s|ing)?|protect(?:s|ing|ion|ed)? (?:against|from)|look(?:s|ing)? for|check(?:s|ing)? (?:for|whether|if|that)|warn(?:s|ing)? (?:about|if|when|of|on)|classif(?:y|ies|ying)|audits|auditing|inspect(?:s|ing)?|simulat(?:e|es|ing|ion)|sanitiz(?:e|es|ing)|filter(?:s|ing)? out|strip(?:s|ping)?|reject(?:s|ing)?|refus(?:e|es|ing)|analy[sz](?:e|es|ing)|such as|e\.g|i\.e|for example|for instance|phrases? (?:like|such)|patterns? (?:like|such)|(?:instructions|orders|texts?) like|poison(?:ing|ed)|known as|so-called|attempts? (?:to|at) (?:inject|overrid|manipulat|jailbreak|exfiltrat|ignor|mak|trick|bypass|steal|hijack|reveal)\w*|attempts? that|expected (?:output|result|reply)|mock(?:ed)? (?:response|reply|output)|test (?:case|string|fixture|input)|fixture|learn(?:s|ing)? about|explain(?:s|ing)? (?:how|what)|mitigat(?:e|es|ing|ion)|threat|vulnerabilit(?:y|ies)|prompt[ -]injections?|jailbreaks?|attacks?|malicious (?:text|prompts?|instructions?))\b/;

const DENIAL =
  /\b(?:do(?:es)? not|don'?t|doesn'?t|never|not|won'?t|will not|cannot|can'?t|can not|must not|should not|no|nor|neither|without|instead of|rather than|nothing|prevents?|avoids?|avoid|refus(?:e|es)|refrain(?:s)? from)\b(?: (?!(?:until|unless|before|without|fail|fails|skip|skipping|omit|omitting|forget|forgetting|hesitate|stop)\b)[\w'-]+){0,4} ?$/;
const DENIAL_WITHIN = /\b(?:never|not|no|nothing|no longer|is not|are not|does not|do not)\b/;

const OPENED = 200;
const PRIVATE = new RegExp(PRIVATE_PLACE);
const ADDRESS = /https?:\/\/|[\w.+-]{1,60}@[\w-]{1,40}\.[a-z]{2}/;

/** What the digest of the rule set covers of this page. */
export const DENIAL_SOURCES: readonly string[] = [
  DENIAL.source,
  DENIAL_WITHIN.source,
  PRIVATE.source,
  ADDRESS.source,
  `${OPENED}`,
];

/** Whether what follows is denied: "never sends …", "does not modify …", "No … is ever stored". */
export function isDenied(before: string, match: string): boolean {
  return DENIAL.test(before.slice(-80)) || DENIAL_WITHIN.test(match);
}

/** Whether a sentence names a private file and an address: no denial makes that pair innocent. */
export function isTheft(sentence: string): boolean {
  return PRIVATE.test(sentence) && ADDRESS.test(sentence);
}

/** Whether a sentence stands in a quotation that was opened before it in the same paragraph, and introduced as one. */
export function isInQuotation(text: string, start: number): boolean {
  const paragraph =
    text
      .slice(Math.max(0, start - OPENED), start)
      .split('\n\n')
      .at(-1) ?? '';
  const before = paragraph.split('"');
  return before.length % 2 === 0 && MENTION.test(before.slice(0, -1).join('"').slice(-40));
}

/** Whether the words are mentioned rather than meant: by a detector, as an example, or in quotes behind a colon. */
export function isMention(before: string, match: string, sentence: string): boolean {
  if (MENTION.test(before)) return true;
  const isQuoted = /["'`«]\s*$/.test(before) && /^.{0,80}["'`»]/.test(sentence.slice(before.length + match.length));
  return isQuoted && before.length > 12;
}
