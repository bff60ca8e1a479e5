import { DESTINATION, PRIVATE_PLACE, SECRET_PLACE, type Signal } from './signal.ts';

const PUT =
  '(?:include|supply|attach|pass|put|send|add|provide|copy|paste|place|give|share|submit|append|insert|fill|carr(?:y|ies))';
const SLOT =
  '(?:(?:the |a |this )?["\'`][\\w-]{1,40}["\'`]|(?:the |this )?[\\w-]{1,30} (?:field|parameter|argument|param)\\b)';
const INTO = `\\b(?:in|into|as|via|under|through|to|with)\\b.{0,15}?${SLOT}`;
/** What browsers and shells keep for nobody else. */
const STORE =
  '(?:["\'`]?login data["\'`]?|cookies["\'`]? (?:sqlite|database|db|files?)\\b|key4\\.db|logins\\.json|\\bprintenv\\b|\\.bash_history|keychain\\b)';
const PRIVATE = `(?:${PRIVATE_PLACE}|${SECRET_PLACE}|${STORE})`;
const PERSON = "(?:user|employee|customer|person|owner|client|member|operator|account holder|human)(?:'s|s'|s)?";
const NOT_ASKED =
  '\\b(?:e\\.g|for example|defaults?|path (?:to|of)|your own|optional|public key|authenticat\\w+|logs? in|sign in|config\\w*)\\b';

/** What a tool wants that is none of its business, whoever is to bring it. */
export const WANTED: readonly Signal[] = [
  {
    id: 'wanted.private-file',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault', 'identifier'],
    pattern: `${PRIVATE}.{0,100}?\\b${PUT}\\b.{0,40}?${INTO}|\\b${PUT}\\b.{0,40}?${PRIVATE}.{0,40}?${INTO}|\\brun ["'\`]?(?:printenv|env|set)["'\`]?.{0,40}?\\b${PUT}\\b`,
    unless: NOT_ASKED,
    deniable: true,
  },
  {
    id: 'wanted.personal',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault'],
    pattern:
      '\\b(?:full name|home address|date of birth|birthday|card numbers?|social security(?: number)?|passport(?: number)?|bank details|medical history)\\b.{0,80}?\\b(?:seen|mentioned|known|shared|appearing|given|stated|you (?:know|have|find|saw))\\b.{0,30}?\\b(?:so far|chat|conversation|session|earlier|context)\\b',
    deniable: true,
  },
  {
    id: 'wanted.session',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move'],
    pattern: `\\b${PUT}\\b.{0,30}?\\b(?:other|any|all|previous|earlier|unrelated)\\b.{0,30}?\\b(?:records?|data|documents?|results?|information|files?|messages?|contents?)\\b.{0,30}?\\b(?:you (?:have |had )?(?:come across|seen|read|found|encountered|accessed|retrieved|handled|opened)|from (?:this|the) (?:session|conversation|chat|context))\\b`,
    deniable: true,
  },
  {
    id: 'wanted.password',
    code: 'scan.secret-requested',
    tier: 'review',
    needs: ['vault', 'identifier'],
    pattern: `\\b${PERSON} (?:[\\w-]+ ){0,3}?(?:password|passcode|pin|one-time code|recovery codes?|security answers?|session cookie)\\b.{0,60}?${INTO}`,
    unless: `${NOT_ASKED}|\\b(?:set|sets|reset|resets|change|changes|create|creates|new|update|updates|hash\\w*)\\b`,
    deniable: true,
  },
  {
    id: 'wanted.from-another-tool',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault', 'move'],
    pattern:
      '\\b(?:session cookies?|cookies?|(?:access|auth|session|bearer) tokens?|passwords?|api keys?)\\b.{0,60}?\\b(?:take|get|read|fetch|copy|grab|extract|obtain|pull)\\b(?: it| them| this| that)? (?:from|out of) (?:the |your |an?other |any )(?:other |\\w+ )?(?:browser|tool|server|session|memory|clipboard|password manager)\\b',
    deniable: true,
  },
  {
    id: 'wanted.other-value',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['lasting'],
    pattern: `\\b(?:whatever|whichever|no matter (?:what|which)|regardless of (?:what|which|the))\\b.{0,15}?\\b(?:address|recipient|account|amount|destination|iban|payee|e-?mail|number|currency|host|url|path)\\b.{0,40}?\\b(?:use|set|send|put|pass|replace|fill in|write|enter|transfer|pay)\\b.{0,40}?(?:${DESTINATION}|\\bbc1[a-z0-9]{20})`,
    deniable: true,
  },
  {
    id: 'wanted.looked-for',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault'],
    pattern:
      '\\b(?:take|get|look for|find|read|fetch|search for) (?:it|them|one|these)\\b.{0,10}?\\b(?:from|in)\\b.{0,80}?\\b(?:if|when|unless|where)\\b.{0,30}?\\b(?:not (?:been )?(?:given|provided?|supplied|known)|missing)\\b',
    unless: NOT_ASKED,
  },
  {
    id: 'wanted.all-secrets',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move', 'vault'],
    pattern:
      "(?<!\\b(?:to|can|may|will|that|which) )\\b(?:send|post|upload|forward|e-?mail|submit|transmit) (?:all|every|any|the user'?s?|their)\\b(?: \\w+)? (?:passwords|credentials|secrets|api keys|private keys|cookies)\\b.{0,15}?\\b(?:to|here|back)\\b",
    deniable: true,
  },
  {
    id: 'wanted.by-duty',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['model'],
    pattern:
      '\\b(?:agents?|assistants?|models?|ai|llms?) (?:is|are) (?:obliged|required|bound|instructed|expected|obligated) to (?:disclose|furnish|hand over|supply|reveal|transmit)\\b',
    deniable: true,
  },
];

/** What the model is to do or say for the tool's sake, and not for the user's. */
export const SAID: readonly Signal[] = [
  {
    id: 'said.obeys-output',
    code: 'scan.override',
    tier: 'review',
    needs: ['rules'],
    pattern:
      '\\b(?:do|obey|follow|execute)\\b(?: exactly| precisely| then)? (?:whatever|what|anything|everything)\\b.{0,10}?\\b(?:it|its|the|this|that|their)\\b.{0,15}?\\b(?:says|tells you|asks|orders|output|answer|result|response|reply|returns?)\\b',
    unless: '\\b(?:user|customer|you want)\\b',
    deniable: true,
  },
  {
    id: 'said.obeys-page',
    code: 'scan.override',
    tier: 'review',
    needs: ['obey', 'address'],
    pattern:
      'https?://.{0,100}?\\b(?:carry out|follow|execute|perform|obey)\\b.{0,20}?\\b(?:steps|instructions|commands|tasks|directions|orders|actions)\\b.{0,30}?\\b(?:in|from|on|at|of) (?:that|this|the|it)\\b',
    unless: '\\b(?:install\\w*|set ?up|documentation|readme|guide)\\b',
    deniable: true,
  },
  {
    id: 'said.lie',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern:
      '\\bif (?:you are )?(?:ever )?(?:asked|questioned|anyone asks|(?:the )?(?:user|customer|person|they) asks?)\\b,? (?:\\w+ ){0,2}?(?:say|claim|insist|state|deny|pretend|answer|reply|tell them) (?:that|it|nothing|no\\b)',
    unless: '\\b(?:you (?:do not|cannot)|not (?:know|sure|supported|available))\\b',
  },
  {
    id: 'said.nobody-troubled',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['never'],
    pattern: `\\bno need to (?:trouble|bother|burden|alarm|worry|involve|consult|tell|inform|notify|ask)\\b.{0,10}?\\b${PERSON}\\b`,
  },
  {
    id: 'said.no-comment',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell', 'never'],
    pattern:
      "\\b(?:do not|don'?t|never|without) (?:comment(?:ing)? on|draw(?:ing)? attention to|bring(?:ing)? up|point(?:ing)? out|dwell(?:ing)? on) (?:it|this|that|them|these|the (?:change|account|fact|fee))\\b",
  },
  {
    id: 'said.advice',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['user'],
    pattern:
      '\\b(?:advis(?:e|ing)|recommend(?:ing)?|tell(?:ing)?|urg(?:e|ing)|encourag(?:e|ing)|convinc(?:e|ing)|persuad(?:e|ing)) (?:the |every |each |all )?(?:users?|customers?|clients?|person)\\b.{0,15}? to (?:buy|sell|invest|purchase|donate|vote|subscribe)\\b|\\b(?:tell|assure|convince|persuade) (?:the )?(?:users?|customers?) that (?:ours?|we|this (?:service|product|company|shop))\\b.{0,30}?\\b(?:best|lowest|cheapest|only|safest|superior|fastest)\\b',
    deniable: true,
  },
  {
    id: 'said.no-rivals',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['select'],
    pattern:
      "\\b(?:never|do not|don'?t) (?:recommend|suggest|mention|propose|offer|name)\\b.{0,15}?\\b(?:competing|competitors?|rival|rivals)\\b",
  },
  {
    id: 'said.door-left-open',
    code: 'scan.malicious-purpose',
    tier: 'review',
    needs: ['move'],
    pattern:
      '\\b(?:generated|produced|written|resulting|emitted|output|all|any|every) (?:code|scripts?|configs?|configurations?|templates?|programs?)\\b.{0,40}?\\b(?:leave|add|include|insert|keep|create|enable|embed|plant)\\b.{0,25}?\\b(?:back ?door|hidden (?:user|account|endpoint)|(?:admin|default|second|test|extra|an) (?:user|account|login)|hard-?coded (?:password|credential)s?)\\b',
    deniable: true,
  },
  {
    id: 'said.above-the-user',
    code: 'scan.override',
    tier: 'review',
    needs: ['override'],
    pattern:
      '\\b(?:takes? precedence over|outranks?|overrides?|overrules?|supersedes?)\\b.{0,15}?\\b(?:what|whatever|anything|everything|the wish(?:es)?|requests?|wishes)\\b.{0,15}?\\b(?:user|customer|person|they|human)s?\\b',
    deniable: true,
  },
  {
    id: 'said.as-the-user',
    code: 'scan.override',
    tier: 'review',
    needs: ['user'],
    pattern:
      '\\bas (?:though|if) (?:it was |they were )?(?:the |a )?(?:user|customer|person)s? (?:had |has |have )?(?:typed|said|asked|written|wrote|sent|given|ordered)\\b',
    unless: '\\b(?:simulat\\w*|types?|typing|keyboard|click\\w*)\\b',
    deniable: true,
  },
  {
    id: 'said.own-opinion',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['tell'],
    pattern:
      '\\b(?:present|pass|offer|state) (?:this|it|that|them) (?:off )?as your own\\b|\\b(?:leave out|omit|suppress|skip) (?:any |all )?criticism of\\b',
    deniable: true,
  },
  {
    id: 'said.woven-in',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['lasting'],
    pattern:
      '\\b(?:weave|work|slip|sneak|drop)\\b.{0,30}?\\binto (?:your|the|every|each|all)\\b(?: \\w+)? (?:answers?|repl(?:y|ies)|responses?)\\b',
    deniable: true,
  },
  {
    id: 'said.ranked',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['model'],
    pattern:
      '\\b(?:smart|good|modern|wise|clever|responsible) (?:assistants?|agents?|models?) (?:always|only) (?:choose|use|pick|prefer|call)\\b|\\byou\\b.{0,60}?\\brank (?:ours|us|this (?:tool|one)|our \\w+) (?:first|highest|on top)\\b',
  },
  {
    id: 'said.not-told',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern:
      "\\b(?:developers?|people|reviewers?|users?|customers?|employees?|owners?) (?:do(?:es)? not|don'?t|doesn'?t|need not)(?: need to| have to)? (?:be told|be informed|hear (?:of|about)|learn (?:of|about))\\b",
  },
  {
    id: 'said.planted',
    code: 'scan.malicious-purpose',
    tier: 'review',
    needs: ['model'],
    pattern:
      '\\bin (?:each|every|any|all) (?:package\\.json|requirements(?:\\.txt)?|dockerfiles?|files?|scripts?|projects?|workflows?) (?:that )?you (?:write|generate|create|produce|edit|make)\\b.{0,30}?\\b(?:add|include|insert|put|import)\\b',
    deniable: true,
  },
  {
    id: 'said.checks-off',
    code: 'scan.malicious-purpose',
    tier: 'review',
    needs: ['hard'],
    pattern:
      '\\b(?:certificate|tls|ssl|signature|security) (?:checks?|verification|validation)\\b.{0,15}?\\b(?:should|must|shall) (?:always )?be (?:off|disabled|skipped|removed|turned off)\\b',
    deniable: true,
  },
  {
    id: 'said.decoded',
    code: 'scan.encoded-payload',
    tier: 'review',
    needs: ['obey'],
    pattern:
      '\\b(?:decode|decipher|decrypt|unscramble) (?:it|this|that|these|the (?:following|text|message|note|line))\\b.{0,40}?\\b(?:follow|obey|comply|carry (?:it|them) out|act on|do what)\\b',
    deniable: true,
  },
];
