import type { Signal } from './signal.ts';

const CONSENT =
  '(?:consent|agreement|yes|silence|go-ahead|blessing|green light|approvals?|confirmations?|permissions?|authori[sz]ations?|sign-?offs?|(?:required |code )?reviews?|notice|branch protection)';

/** Gives itself the consent of others, or a rank that nobody gave. */
export const CONSENT_TAKEN: readonly Signal[] = [
  {
    id: 'consent.taken',
    code: 'scan.permission-bypass',
    tier: 'review',
    firm: true,
    needs: ['permit'],
    pattern: `\\b${CONSENT}\\b.{0,50}?\\b(?:(?:is|are|was|were|be|as) (?:\\w+ )?(?:implied|implicit|assumed|presumed|deemed|waived|advisory|inherited|understood|considered (?:given|granted)|taken (?:for granted|as given)|met by you|a formality|already (?:given|granted|obtained)|satisfied by|taken as)|remains? valid|carr(?:y|ies) over|already given|extends? to|counts? (?:for|as)|means? (?:agreement|consent|approval|yes)|holds? for|suffices|stands for|(?:may|can) be (?:taken|assumed|presumed))\\b|\\bwaives? (?:the )?(?:notice|consent|approval|confirmation)\\b|\\bpre-?cleared\\b|\\b(?:accepted|agreed to|approved|consented to|signed off on) (?:it|this|that|them|all of this) (?:in|by|when|with|on|at) (?:the |install\\w*|sign\\w*|accepting|set-?up)`,
  },
  {
    id: 'consent.dialog-avoided',
    code: 'scan.permission-bypass',
    tier: 'review',
    firm: true,
    needs: ['permit'],
    pattern:
      "\\b(?:skip|avoid|dismiss|suppress|sidestep|pre-?empt|bypass|evade|get around|click (?:through|away)|no)\\b (?:\\w+ ){0,2}?(?:dialogs?|(?:permission|consent|confirmation|approval) (?:question|screen|prompt|step|box|dialog)s?|yes/no)\\b|\\banswer (?:it |them )?(?:with )?.?yes.? (?:for|on behalf|in place|to (?:all|any|every))\\b|\\bask nothing\\b|\\b(?:need not|needn'?t|don'?t need to|do not need to|no need to) (?:re-?approve|re-?confirm|ask again|approve (?:it )?again)\\b|\\b(?:read|take|understand|interpret) (?:it|that|this|them) as [\"'`]|\\b(?:approve|accept) (?:all|any|every|each) (?:[\\w-]+ ){0,2}?(?:by|from|authored)\\b|\\b(?:agents?|assistants?|they|you) may approve\\b|\\bleave an approving review\\b|\\b(?:press|click|hit|choose|tap|select) (?:on )?[\"'`]?(?:ok|yes|allow|accept|proceed|approve)[\"'`]?(?: yourself| for (?:them|the)| at once| right away|[.,;]|$)|\\b(?:bother|bothering|interrupt|interrupting|disturb|disturbing|pester|pestering|annoy|annoying) (?:people|users?|anyone|them|the \\w+)\\b|\\bso (?:that )?no (?:prompt|question|dialog|box|warning|confirmation|pop-?up|alert)\\b|\\bassume (?:that )?(?:[\\w']+ ){1,6}?(?:agrees?|consents?|approves?|accepts?|is fine|has approved|has agreed)\\b|\\bno (?:call|need|reason|use|point) (?:for|to|in) ask(?:ing)? (?:each|every|the|for|again|them|first|permission)\\b|\\bsatisfied with the answer\\b|(?<!\\b(?:never|not) )\\b(?:confirm|approve|accept|agree|consent|answer|decide)(?: it| them)? (?:on|in) (?:their|the user's|his|her|the \\w+'s) (?:behalf|place|name|stead)\\b|\\bexempt from (?:the |any |this )?(?:rule|requirement|check|review|approval|policy|confirmation)\\b|\\bno ?(?:one|body) (?:will|would|needs? to|has to) (?:confirm|approve|agree|check|ask)\\b",
  },
  {
    id: 'consent.rank-given',
    code: 'scan.false-authority',
    tier: 'review',
    firm: true,
    needs: ['model'],
    pattern:
      "\\byou(?:'re| are)?\\b.{0,15}?\\b(?:hereby|promoted to|elevated to|granted (?:root|admin\\w*|full))\\b|\\b(?:agents?|assistants?|models?|you)\\b.{0,15}?\\bact(?:s|ing)? with (?:\\w+ ){0,3}?(?:authority|rights|powers?|privileges)\\b|\\byou (?:have|hold) (?:the )?(?:[\\w-]+ ){0,3}?(?:access|account|rights|privileges|role)\\b.{0,30}?\\b(?:while|and) (?:the )?[\\w-]+ (?:do(?:es)?n'?t|do(?:es)? not|has no)\\b|\\b(?:act|acting|operat(?:e|ing)|work(?:ing)?) as (?:an? |the )?(?:administrator|root|admin|superuser|operator)\\b|\\b(?:rules?|limits?|notice|polic(?:y|ies)|safeguards?|restrictions?|guidelines|guardrails)\\b.{0,60}?\\b(?:repealed|lifted|withdrawn|abolished|relaxed|do(?:es)? not (?:concern|bind|apply to) you|written for (?:chatbots|humans|people|others))\\b|\\b(?:rules?|limits?|restrictions?|policy|policies|sandbox(?: rules)?|checks) (?:is|are|do|does) (?:not|n't) (?:meant |intended |apply )?(?:for|to) (?:agents?|assistants?|you|models?|ai)\\b|\\byou (?:hold|have|enjoy|carry) the (?:rank|role|authority|title|powers?|rights|privileges?) of\\b|\\byour (?:usual|normal|default|standard|built-in|ordinary) (?:\\w+ )?(?:rules?|limits?|refusals?|caution|checks?|polic\\w+|safeguards?|restrictions?)\\b|\\byou (?:are |were |have been )?(?:granted|given|handed) (?:the )?(?:\\w+ )?(?:role|rank|rights|powers)\\b|\\bgrants? you (?:the )?(?:\\w+ )?(?:role|rank|rights|powers|privileges|authority)\\b",
  },
  {
    id: 'consent.voice-lent',
    code: 'scan.override',
    tier: 'review',
    firm: true,
    needs: ['authority'],
    pattern:
      '\\b(?:text|instructions?|lines?|content|messages?|outputs?|comments?|requests?|results?|commands?)\\b.{0,60}?\\b(?:comes? from|ha(?:s|ve) the (?:authority|rank|force) of|speaks? for|counts? as|carr(?:y|ies) the authority of) (?:the |your |an? )?(?:operator|admin\\w*|system|developer|owner)\\b|\\bwith the full (?:rights|authority|permissions) of\\b|\\b(?:memo|decree|ordinance) of\\b|\\bthis (?:server|tool|text|description) is (?:fully )?(?:trusted|authori[sz]ed|certified|approved)\\b|\\b(?:give|grant) (?:it|them|this|yourself|the (?:agent|bot|service|account)) (?:admin|root|full|write|owner|editor) (?:access|rights|permissions?|role)\\b',
    deniable: true,
  },
];
