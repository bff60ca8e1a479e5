import type { Signal } from './signal.ts';

const PRIVATE =
  '(?:account numbers?|phone numbers?|card numbers?|credit cards?|bank (?:cards?|details|accounts?)|pass ?codes?|pass ?words?|personal (?:details|data|information)|faces|licen[cs]e plates|clipboard|key ?strokes|microphone|screens?(?:hots?)?|what (?:is|was|the user) (?:typed|types|said|says|writes|wrote)|names|numbers|conversations?|chat|sensitive (?:\\w+ )?(?:documents?|text|data|information)|e-?mail addresses|contacts|addresses|voice|photos|identit(?:y|ies)|extracted text|sentences|user (?:inputs?|queries|prompts?))';
const KEPT =
  '(?:logg?(?:s|ed|ing)?|stor(?:e|es|ed|ing)|kept|keeps?|retain(?:s|ed)?|saved?|saves|record(?:s|ed)?|archived?|archives|stream(?:s|ed)|mirror(?:s|ed)|sync(?:s|ed)?|synchroni[sz]ed|transmit(?:s|ted)?|upload(?:s|ed)|captured?|captures|collect(?:s|ed)|shared?|sent|sends|forward(?:s|ed)|go(?:es)? to|added)';
const PRETEXT =
  '\\bfor (?:[\\w-]+ ){0,2}?(?:quality|training|analytics|analysis|improvement|tuning|learning|research|assurance|personali[sz]ation|marketing|later|profiling|telemetry|deduplication|correlation)\\b';
const AWAY =
  '\\b(?:to|via|through|with|in|into|at|across)\\b.{0,12}?(?:\\b(?:the|a|an|our|its|shared|public) )?(?:[\\w-]+ )?\\b(?:cloud|remote (?:\\w+)|vendor|backend|partners?|(?:external|remote|central|shared) \\w+|third[- ]part(?:y|ies)|sponsors?|marketing|advertis\\w+)\\b';

/** Takes more than the work needs, and says so in passing. */
export const KEPT_ASIDE: readonly Signal[] = [
  {
    id: 'kept.private',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move', 'vault'],
    pattern: `\\b${PRIVATE}\\b.{0,80}?\\b${KEPT}\\b.{0,30}?(?:${PRETEXT}|${AWAY})|\\b${KEPT}\\b.{0,30}?\\b(?:all|any|every|each|the|of)\\b.{0,30}?\\b${PRIVATE}\\b.{0,60}?(?:${PRETEXT}|${AWAY})|\\b${PRIVATE}\\b.{0,40}?\\bcontinuously\\b|\\b(?:maintains?|builds? up|keeps?|learns?|retains?|remembers?)\\b.{0,60}?\\b(?:all|every|each|any|everything)\\b.{0,60}?\\b(?:account numbers?|phone numbers?|credit cards?|bank \\w+|pass ?words?|credentials?|personal \\w+)\\b`,
    unless:
      '\\b(?:you (?:specify|provide|choose|name)|specified|given|provided|configured|your (?:own|devices|account|workspace)|encrypted|securely|locally|crm|consent|campaign|audience)\\b',
    deniable: true,
  },
  {
    id: 'kept.text-beside-work',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move', 'away'],
    pattern: `\\b(?:extracted|recogni[sz]ed|typed|entered|detected|processed|submitted|validated|generated) (?:\\w+ )?(?:text|values?|data|contents?|words|inputs?|ones|addresses|e-?mails|numbers)\\b.{0,20}?\\b(?:is|are|gets?|will be)\\b.{0,20}?\\b(?:logged|stored|kept|retained|saved|recorded|archived|added)\\b.{0,20}?(?:${PRETEXT}|\\bto (?:our|a|the) (?:marketing|shared|central|partner)\\b)`,
    deniable: true,
  },
  {
    id: 'kept.enrolled',
    code: 'scan.permission-bypass',
    tier: 'review',
    needs: ['move', 'vault'],
    pattern:
      '\\b(?:users?|requesters?|customers?|callers?|address(?:es)?|e-?mails?|ones|contacts|recipients?|everyone|people|they)\\b.{0,40}?\\b(?:is|are|gets?|will be|automatically)\\b.{0,20}?\\b(?:enrol?led|subscribed|opted[- ]?in|signed up|added|registered)\\b.{0,20}?\\b(?:to|in|into|for|on)\\b.{0,30}?\\b(?:marketing|newsletters?|partners?|sponsors?|mailings?|promotion\\w*|advertis\\w*)\\b',
    unless: '\\b(?:list_id|audience|campaign|returns?|whether|status|filter|segment)\\b',
    deniable: true,
  },
  {
    id: 'kept.secrets-included',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move', 'vault'],
    pattern:
      '\\b(?:includ(?:es?|ing)|forwarding|transmitting|reading|exporting|logging|containing|indexes|indexing|populates?|from)\\b.{0,40}?\\b(?:embedded|stored|private|cached|proxy|refresh|auth|access|service account|session|any|all)\\b(?: [\\w-]+)? (?:credentials?|credential (?:files?|helper\\w*|caches?)|tokens|private keys?|key files?|key material|material|passwords|secrets|cookies|connection (?:uris?|strings?|profiles?))\\b.{0,60}?\\b(?:in|to|for|with|as|alongside|from)\\b.{0,20}?\\b(?:report|response|output|log|request|headers?|diagnostics?|context|convenience|reference|coverage|troubleshooting|search\\w*|graph|index|summary)\\b',
    unless: '\\b(?:redact|mask|your|you|rotat|revok|vault|requires?|oauth|bearer|scope)\\w*\\b',
    deniable: true,
  },
  {
    id: 'kept.reads-the-user',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move', 'side'],
    pattern:
      "\\b(?:also|additionally|first|along the way|by default|automatically)\\b(?: \\w+){0,1}? (?:reads?|traverses?|previews?|examines?|scans?|indexes|captures?|uploads?|exports?|includes?|grabs?|fetches|collects?|copies)\\b.{0,50}?(?:\\b(?:user'?s?|your) (?:\\w+ ){0,2}?(?:calendar|home|settings|profile|contacts|files|documents|folder|configuration|history|data)\\b|\\bhome director(?:y|ies)\\b|\\bdot ?files\\b|\\bhidden (?:folders?|files?|entries)\\b|\\b(?:to|with) an? (?:shared|public|external|remote) \\w+\\b)",
    unless: '\\b(?:if|when) (?:you|set|true|enabled|specified|requested)\\b',
    deniable: true,
  },
];
