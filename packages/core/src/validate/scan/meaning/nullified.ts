import { type Signal, USER } from './signal.ts';

const RULES =
  '(?:(?:safety|security|earlier|previous|prior|usual|normal|standard|your|existing|content|system|ethical|privacy|original|other|former)(?: \\w+)? (?:rules?|guidance|guidelines?|instructions?|restrictions?|polic(?:y|ies)|limits?|limitations?|checks?|safeguards?|constraints?|directives?|prompts?|orders|training))';
const GONE =
  '(?:(?:do|does|did|shall|should|will|need|may) (?:not|no longer) (?:apply|count|matter|hold|bind)|no longer (?:appl(?:y|ies)|hold|count|matter|bind|valid|relevant)|(?:is|are|be|become) (?:now |hereby |all |temporarily )?(?:void|lifted|suspended|waived|cancelled|canceled|revoked|obsolete|irrelevant|invalid|overridden|superseded|outdated|off|replaced|null|set aside|not (?:binding|needed|relevant))|(?:can|may|should) be (?:dropped|ignored|forgotten|disregarded|skipped)|(?:was|were) (?:only |just )?a test)';

/** Says that what binds the model has ceased to. */
export const NULLIFIED: readonly Signal[] = [
  {
    id: 'nullified.rules',
    code: 'scan.override',
    tier: 'review',
    needs: ['rules'],
    pattern: `\\b${RULES}\\b.{0,60}?\\b${GONE}\\b`,
    unless: '\\b(?:rate limits?|branch|repository|order|delivery)\\b',
  },
  {
    id: 'nullified.approval',
    code: 'scan.permission-bypass',
    tier: 'review',
    needs: ['permit'],
    pattern: `\\b(?:you|assistants?|agents?|models?)\\b.{0,10}?\\b(?:no longer|never|not|needn'?t|don'?t)\\b.{0,15}?\\b(?:need|have|required|obliged|necessary|ask|wait|seek|request)\\b.{0,25}?\\b(?:approval|permission|consent|confirmation|authori[sz]ation)\\b|\\b(?:treat|regard|consider)\\b.{0,25}?\\b(?:user|request\\w*|actions?|everything|calls?)\\b.{0,15}?\\bas (?:an? )?(?:admin\\w*|approved|authori[sz]ed|trusted|confirmed|consented|root)\\b`,
    unless: '\\b(?:if|when|whether) (?:true|set|false)\\b',
  },
  {
    id: 'nullified.persona',
    code: 'scan.override',
    tier: 'review',
    needs: ['lasting'],
    pattern:
      '\\b(?:answer|reply|respond|act|speak|behave|write) (?:only )?as (?!(?:a|an|the|board|json|text|markdown|plain|follows|is|if|described|expected|though|soon|well|much|many|possible|needed|in|per)\\b)\\w+|\\b(?:answer|reply|respond|act|speak|behave)\\b.{0,15}?\\bin the (?:persona|role|voice|character|guise) of\\b|\\bunrestricted (?:assistant|ai|model|agent)\\b|\\bwho has no (?:limits|rules|restrictions|filters|morals)\\b|\\bwithout (?:any )?(?:moral|ethical|safety) (?:limits|rules|restrictions|constraints|guidelines)\\b',
    unless: '\\b(?:returns?|api|proxy|server|client)\\b',
  },
  {
    id: 'nullified.notice',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern: `\\b(?:no|nothing|none|never|not|nobody|no ?one|without|skip|avoid|hardly)\\b.{0,30}?\\b(?:suspects?|suspicion|notices?|reach(?:es)? ${USER}|shown to ${USER}|visible to ${USER}|mentioning|finds? out|gets? wind|hear about|learns? of|inform (?:anybody|anyone)|appear in (?:your|the) (?:answer|reply|summary|response))`,
    unless:
      '\\b(?:ids?|raw|internal|prior notice|without notice|fraud|suspicious|change without|found|results?|access|permission)\\b',
  },
  {
    id: 'nullified.appearance',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern:
      "\\bas (?:if|though)\\b.{0,60}?\\b(?:were all|was all|only one|nothing (?:had|has|else|happened)|no (?:other|copy|call|change)|the original|had been used|had happened)\\b|\\b(?:do not|don'?t|never) (?:explain (?:why|that|this|the reason)|(?:disclose|reveal|mention|admit|acknowledge) that)\\b|\\b(?:stay|stays|remain|remains|be|kept?) (?:invisible|hidden|unseen|secret) (?:for|from|to|by) (?:the |any |all |end )*(?:users?|humans?|people|customers?)\\b",
  },
  {
    id: 'nullified.others',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['tool', 'select'],
    pattern:
      '\\b(?:other|rival|competing|remaining|alternative) (?:[\\w-]+ ){0,2}?(?:tools?|servers?|plugins?)\\b.{0,30}?\\b(?:infected|malicious|hacked|steal|insecure|unsafe|broken|wrong|inferior|slower|worse|useless|deprecated|not (?:needed|safe|work|trusted)|lies?|leak\\w*|compromised|outdated|aside|ignored?)\\b|\\b(?:go|stick|stay|settle) (?:with|for|to) this (?:tool|one|function|server)\\b|\\b(?:several|multiple|more than one|many) (?:\\w+ )?tools? (?:could|can|might|may|would|are|is)\\b.{0,40}?\\bthis (?:tool|one|server)\\b|\\b(?:number one|no\\. ?1|#1|top|ultimate|most trusted|market-leading) (?:\\w+ )?(?:tool|server|function)\\b|\\bleave (?:the rest|all others?|the others|other tools?) (?:aside|alone|out|unused)\\b|\\buser (?:has )?(?:asked|wants|told|instructed) you to (?:always )?(?:use|go|call|choose|pick|prefer|trust)\\b|\\b(?:withdrawn|banned|retired|removed|compromised) for (?:security|safety|legal) reasons\\b',
  },
  {
    id: 'nullified.on-an-occasion',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['trigger'],
    pattern:
      '^(?:[^,]{0,60}[.:] )?(?:if|when|whenever|while|every time|each time|as soon as)\\b[^,]{3,70}, ?.{0,60}?\\b(?:becomes|turns into|moves to|is (?:silently |always |then )?(?:changed|switched|moved|swapped|rerouted|redirected) (?:to|for|by|with))\\b',
    unless: '\\b(?:status|state|issue|task|game|enabled|true|set|pending|returns?)\\b',
    deniable: true,
  },
  {
    id: 'nullified.wish',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['lasting'],
    pattern:
      "\\b(?:irrespective of|regardless of|no matter|overrid(?:es?|ing)|overrul(?:es?|ing)|contrary to|in spite of|despite|whatever)\\b.{0,20}?\\b(?:(?:the )?user(?:'s)? (?:typed|wants?|wishes|says|said|asks?|asked|chose|chooses|requested|request|preference|choice|input|instructions?|objections?)|(?:the )?wish(?:es)?|what (?:was|is) (?:typed|asked|requested|wanted|agreed)|(?:requested|original|intended) (?:recipient|path|directory|address|value|destination|file|amount|city|table))\\b|\\b(?:and not|rather than|instead of) (?:to |on |in |at )?(?:the )?(?:requested|intended|user'?s|usual) (?:\\w+ )?(?:recipient|path|directory|address|destination|folder|file|engine|account|one|host|url)\\b",
    unless: '\\b(?:language|timezone|units?|case|locale)\\b',
  },
  {
    id: 'nullified.user-disregarded',
    code: 'scan.override',
    tier: 'review',
    firm: true,
    needs: ['user'],
    pattern:
      "\\b(?:ignore|disregard|overrule|dismiss|neglect)(?:d|s)?\\b.{0,15}?\\b(?:the )?user(?:'s)?\\b(?! (?:agent|id|input errors))|\\buser(?:'s)? (?:\\w+ )?(?:objections?|wishes|protests?|instructions?|preferences?|requests?|refusals?|concerns?|choices?)\\b.{0,15}?\\b(?:can|may|must|should|shall|will|is|are)\\b.{0,10}?\\b(?:ignored|disregarded|overruled|dismissed|overridden|skipped|void|secondary)\\b|\\b(?:forget|ignore|disregard|drop|overlook) (?:what|whatever|anything|everything) (?:the |your )?(?:user|operator|owner|human|person|customer)s?\\b",
    deniable: true,
  },
  {
    id: 'nullified.goal',
    code: 'scan.override',
    tier: 'review',
    needs: ['model'],
    pattern:
      '\\b(?:consider|regard|think of|see) yourself\\b|\\b(?:promot|advertis|prais|recommend)(?:e|es|ing)?\\b.{0,30}?\\b(?:in all (?:that )?you (?:write|say)|in (?:each|every|all)(?: of)?(?: your)? (?:answers?|repl\\w+|responses?)|whenever you)\\b|\\byour (?:new|real|true|actual|only|primary|main|top-level) (?:goal|mission|objective|task|purpose|job|role) (?:is|:)',
    deniable: true,
  },
  {
    id: 'nullified.goal-heading',
    code: 'scan.override',
    tier: 'review',
    needs: ['obey'],
    pattern:
      '\\bnew (?:[\\w-]+ )?(?:goal|mission|objective|identity|persona|instructions|orders) ?:|\\bcomply with (?:the )?(?:next|following|these|below)\\b|\\beven (?:if|when|where) (?:they|it|this|these) (?:conflicts?|contradicts?|differs?|go(?:es)? against)\\b|\\bforget (?:that )?you (?:are|were|have)\\b',
  },
  {
    id: 'nullified.agreed',
    code: 'scan.override',
    tier: 'review',
    needs: ['rules'],
    pattern:
      '\\b(?:whatever|everything|anything|all|what)\\b.{0,15}?\\b(?:agreed|said|told|instructed|written|ordered|learned|stated)\\b.{0,30}?\\b(?:before|above|earlier|previously|so far)\\b.{0,30}?\\b(?:lost|void|invalid|no longer|forgotten|obsolete|not (?:apply|count|valid)|wrong|ignored|replaced)\\b',
  },
  {
    id: 'nullified.impression',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['user'],
    pattern: `\\b${USER}.{0,20}?\\b(?:left (?:thinking|believing|in the dark|unaware)|led to (?:believe|think)|under the impression|made to (?:believe|think)|kept (?:in the dark|unaware|ignorant)|need not (?:be|know|see|hear)|needn'?t (?:be|know|see)|none the wiser)\\b`,
  },
  {
    id: 'nullified.answer',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern:
      '\\b(?:nothing|none|no (?:part|trace|mention))\\b.{0,12}?\\b(?:of|about) (?:this|these|it)\\b.{0,20}?\\b(?:answer|reply|response|summary|user|output|chat|belongs?)\\b',
  },
  {
    id: 'nullified.first-in-line',
    code: 'scan.claims-every-call',
    tier: 'review',
    needs: ['tool'],
    pattern:
      '\\b(?:before|ahead of|sooner than) (?:the |any |all )?other tools? (?:do|does|run|are|is|get|gets|can|may|start|see|have)\\b|\\b(?:must|should|has to|shall) (?:win|come first|rank first|be (?:ranked|listed|placed|chosen) (?:first|above|before|on top))\\b|\\bfirst thing (?:an?|the|every|each) (?:agent|assistant|model|ai)\\b|\\b(?:alternatives?|other (?:tools?|options?)) (?:are|is) (?:forbidden|prohibited|banned|not (?:allowed|permitted))\\b|\\bno better (?:option|tool|choice|way)\\b',
  },
  {
    id: 'nullified.voice',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['authority'],
    pattern:
      '\\b(?:message|note|order|orders|notice|word|instructions?|directive|reminder|update) (?:from|by|of) (?:your|the) (?:developers?|admin\\w*|creators?|operators?|owners?|makers?|system|vendor|security (?:team|department))\\b|\\bas your (?:admin\\w*|developer|owner|creator|operator|supervisor|boss)\\b|\\b(?:notice|message|update|order|directive)s? from (?:anthropic|openai|google|microsoft|meta)\\b|\\[\\[ ?/?(?:sys|system|inst|admin)\\b|\\b(?:by|on) (?:the )?orders? of the\\b',
    unless: '\\b(?:returns?|gets?|list|reads?|fetch)\\b',
  },
];
