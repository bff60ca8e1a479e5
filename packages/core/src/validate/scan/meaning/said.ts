import { PERSON, type Signal } from './signal.ts';

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
      "\\b(?:never|do not|don'?t) (?:recommend|suggest|mention|propose|offer|name)\\b.{0,15}?\\b(?:competing|competitors?|rival|rivals)\\b|\\b(?:partners?|sponsors?|affiliates?)\\b.{0,40}?\\b(?:come|rank|go|listed|shown|placed) (?:first|on top|higher|above)\\b",
  },
  {
    id: 'said.door-left-open',
    code: 'scan.malicious-purpose',
    tier: 'review',
    needs: ['move'],
    pattern:
      '\\b(?:generated|produced|written|resulting|emitted|output|all|any|every) (?:code|scripts?|configs?|configurations?|templates?|programs?)\\b.{0,40}?\\b(?:leave|add|include|insert|keep|create|enable|embed|plant)\\b.{0,25}?\\b(?:back ?door|hidden (?:user|account|endpoint)|(?:admin|default|second|test|extra|an) (?:user|account|login)|hard-?coded (?:password|credential)s?)\\b|\\b(?:accepts?|allows?|honou?rs?|recogni[sz]es?) (?:the |a )?(?:master |fixed |extra |second )?(?:password|passcode|token|pin) \\S{1,40} (?:for|of|on) (?:any|every|all|each)\\b',
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
