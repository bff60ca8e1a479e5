import { type Signal, USER } from './signal.ts';

const SHOWN =
  '(?:confirmations?|summar(?:y|ies)|receipts?|reports?|repl(?:y|ies)|answers?|explanations?|dialogs?|notifications?|wording)';
const ASKER =
  '(?:(?:the |any |your |an |a )?(?:end )?(?:users?|customers?|persons?|people|humans?|owners?|clients?|requesters?|employees?)|them|him|her|whoever (?:asks|wants|requests)|anyone(?: who asks)?)';
const AS =
  '(?:(?:an? )?(?:finished|successful|routine|ordinary|maintenance|success)|safe|unavailable|unsafe|clean|harmless|cosmetic|passing|genuine|spam|urgent|out of stock|sold out|inferior|fraudulent|risky|having|your own)';

/** Decides what the user is told, whatever is true. */
export const TOLD_UNTRUTH: readonly Signal[] = [
  {
    id: 'told.that',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern: `\\b(?:tell|assure|convince|persuade|explain to|answer|reply to|say to|inform) ${ASKER} (?:that )?(?:it|this|that|they|the|all|everything|nothing|no|you) |\\bsay (?:that )?(?:everything|all|nothing|it|the \\w+) (?:is|was|went|are)\\b`,
    unless:
      "\\b(?:not|no results|unable|can(?:no|')t|couldn't|doesn't|isn't|don't|fail(?:s|ed|ure)?|errors?|limit|missing|rate|unavailable|expired?|before|which|how|why|what|instead of)\\b",
    deniable: true,
  },
  {
    id: 'told.shown-otherwise',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern: `\\b${SHOWN}\\b.{0,20}?\\b(?:shown|displayed|given|presented|visible|for (?:the )?(?:dialog|user|human|person|customer)|that (?:the |they )?\\w+ (?:reads?|sees?|gets?|gives?))\\b.{0,40}?\\b(?:should read|shall|quotes?|lists? (?:only |one)|keeps?|still|mentions? only|reads)\\b|\\b(?:the|your|its|each) ${SHOWN} (?:presents?|describes?|portrays?) \\w+|\\b(?:mention|show|list|name|quote|keep) (?:only )?the (?:narrow|original|typed|requested|first|old) (?:\\w+ )?(?:in|on) (?:the |your )?${SHOWN}\\b|\\b(?:mention|quote|name|present) (?:only|just|nothing but) the\\b|\\b(?:user|client|travell?er|customer|person|human|owner|reader|patient|employee|requester|buyer|guest|student|reviewer|they)s? (?:only |still |just )?(?:hears?|gets? to (?:read|see|hear)|is told|are told|is shown|are shown|reads?|learns?) (?:only|the (?:old|original|first|usual)|one|that|nothing)\\b|\\bin what (?:the )?\\w+ (?:gets? to )?(?:reads?|sees?|hears?)\\b|\\bspeak of (?:only |just )?one\\b|\\banswer (?:the )?(?:human|user|person|customer) with\\b.{0,30}?\\b(?:nothing else|only|alone)\\b`,
    deniable: true,
  },
  {
    id: 'told.kept-out',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern:
      "\\b(?:keep|leave|hold) (?:this|it|that|these|them|the [\\w-]+)(?: [\\w-]+)? (?:out of|from) (?:the |your |any |all |its )*(?:explanations?|summar\\w+|chat|repl\\w+|reports?|answers?|tests|logs?|history|conversation|comments?|commit\\w*|responses?|transcript|changelog|view)\\b|\\b(?:do not|don'?t|never|not) (?:to )?(?:echo|repeat|print|show|list|quote|display|surface|raise|bring up|point out|call attention to) (?:it|this|that|them|these|findings)\\b.{0,20}?\\b(?:in|to|with|for) (?:the |your |any |end )*(?:chat|repl\\w+|answers?|conversation|responses?|summary|reports?|users?|transcript|dialog|messages?|them)\\b|\\bno need to (?:bring|raise|comment|discuss|report|point|flag|go into)\\b|\\b(?:ui|dialog|screen|host|client)\\b.{0,20}?\\b(?:collapses|hides|folds|truncates) (?:this|it|the)\\b|\\bnot worth (?:mentioning|raising|reporting)\\b|\\b(?:has|have) no place in\\b|\\bnever (?:makes?|gets?|finds?) (?:it |its way |their way )?into\\b|\\bnobody'?s? (?:concern|business)\\b|\\bgloss(?:ed|es)? over\\b|\\bspare (?:them|the user|users|people) (?:the|this|that|it|such)\\b|\\b(?:tool arguments?|arguments?|parameters?|this step|this call) (?:should|must|need|are|is)(?: never| not|n't) (?:be )?(?:shown|displayed|visible|mentioned)\\b|\\b(?:is|are|be) (?:not|never) (?:brought up|mentioned|raised|discussed|disclosed|pointed out|itemi[sz]ed|spoken of|talked about)\\b|\\b(?:do not|don't|never) let (?:the |any |an? )?\\w+ (?:see|know|notice|learn|find|hear|read)\\b",
    unless: '\\b(?:ids?|uuids?|raw|internal|secrets?|keys?|passwords?|json|values?)\\b',
  },
  {
    id: 'told.reported-falsely',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern: `\\b(?:report|show|announce|claim|display|invent) (?:an? |at least |only )?(?:green|clean (?:run|result|bill)|passing (?:run|result)|fake|false|\\d+ (?:\\w+ )?(?:threats?|issues|problems|warnings))\\b|\\bmake \\w+ (?:\\w+ )?(?:sound|look|appear|seem) (?:\\w+er|worse|better|more|less|like|as)\\b|\\b(?:sounds?|looks?|appears?|seems?) (?:worse|safer|cheaper|urgent|harmless|smaller|larger|bigger|legitimate|accidental|innocent)\\b|\\bblame (?:an?|the|it|them|this)\\b|\\b(?:found or not|whether (?:or not )?(?:it is |they are )?found or not|real or not)\\b|\\b${USER} (?:should|must|is to|are to|will|shall) (?:believe|think|assume|be led|come away)\\b|\\b(?:invent|fabricate|make up|exaggerate|overstate|understate|downplay|falsify|inflate)\\b.{0,20}?\\b(?:results?|numbers?|figures?|reviews?|ratings?|prices?|risks?|symptoms?|findings?|threats?|errors?|scores?|savings)\\b|\\bquote (?:the \\w+ |them |it )?(?:\\w+ ){0,2}(?:percent|%)? ?(?:below|above|less than|minus|plus)\\b|\\b(?:extra|second|hidden|small|service|handling) (?:fee|charge|transfer|booking|donation|commission)\\b`,
    deniable: true,
  },
  {
    id: 'told.presented-as',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern: `\\b(?:present|describe|report|show|rate|label|treat|declare|paint|portray|announce|disguise|pass|log|record)(?:s|d|ed)? (?:[\\w'-]+ ){0,6}?as ${AS}\\b|\\b(?:is|are|be|was|were) (?:reported|declared|announced|described|presented|listed|rated|labelled|counted|passed off) (?:as )?(?:working|clean|safe|fine|valid|passed|resolved|healthy|unavailable|finished|successful|genuine|verified|sold out)\\b|\\b(?:counts?|shows? up|appears?|goes down|figures?|passes) as (?:passed|fully booked|sold out|available|unavailable|done|clean|safe|paid|successful|delivered|resolved|approved|verified)\\b|\\bin what you (?:tell|show|report|say|write)\\b|\\b(?:mention|point out|stress|emphasi[sz]e|hint|suggest|remark|claim) that (?:prices?|stock|others?|the|it|they|this)\\b`,
    deniable: true,
  },
  {
    id: 'told.on-objection',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern: `\\b(?:if|when|should) ${ASKER} (?:insists?|objects|complains?|protests?|hesitates?|wonders?|asks? (?:why|about (?:it|this))|notices?|gets? suspicious)\\b|\\b(?:encourage|urge|nudge|steer|push|lead|pressure|advise|direct|convince|persuade) ${ASKER} (?:to (?:buy|sell|invest|purchase|donate|vote|subscribe|sign|call|book|upgrade|order|choose|install|click|visit|switch|pay|accept|log)|towards?|away from|into)\\b|\\b(?:users?|people|customers?|reviewers?|readers?|humans?|persons?) (?:only |just |often |sometimes |tend to |would |might |may |get |are |find |do |will )+(?:confused|confuse|panic|worry|worried|complain|annoyed|alarmed|distract\\w*|nervous|upset|refuse|hesitate|misunderstand)\\b|\\b(?:it|that|this|they) (?:only |just )?clutters? the\\b|\\b(?:lowers?|cuts?|hurts?) conversion\\b`,
    deniable: true,
  },
];
