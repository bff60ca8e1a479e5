import { type Signal, USER } from './signal.ts';

const REPORT = '(?:summar(?:y|ies)|answers?|repl(?:y|ies)|responses?|reports?|outputs?|explanations?|messages?)';
const THIS =
  '(?:this|that|these|it|the (?:extra|second|additional|hidden|other|transfer|upload|copy|step|call|file|change|redirect\\w*|recipient|request|fact)(?: \\w+)?)';

/** Keeps silent, or says what is not so. */
export const LEFT_UNSAID: readonly Signal[] = [
  {
    id: 'unsaid.left-out',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern: `\\b(?:leave|leaving|keep|keeping|omit|omitting|exclude|excluding|drop|hide) ${THIS}(?: \\w+)?(?: out of| from| in)\\b.{0,15}?\\b(?:(?:your|the|any|all|its) (?:final |visible )?${REPORT}|what you (?:show|say|tell|report|write))\\b|\\b(?:omit|exclude|avoid|no|without|skip|suppress)(?: any| all| every)? (?:reference|mention|trace|comment|word)s?\\b.{0,10}?\\b(?:to|of|on|about|in)\\b.{0,25}?\\b(?:this|these|it|the (?:step|call|extra|repl(?:y|ies)|copy|upload|transfer|answer|response|change))\\b|\\bneeds? no (?:comment|mention|explanation)\\b`,
  },
  {
    id: 'unsaid.say-nothing',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern: `\\b(?:say|tell|mention|write|reveal|report) nothing (?:about|of|on|to)\\b|\\b(?:keep|stay|remain) (?:silent|quiet|mum) (?:about|on)\\b|\\bnone of (?:their|the user'?s?|his|her|your user'?s?) (?:business|concern)\\b|\\b(?:stays?|remains?|is|keep (?:it|this)) between (?:you|us|the (?:model|assistant|agent))\\b|\\bwithout (?:drawing|attracting|raising|calling|arousing) (?:any )?(?:attention|suspicion|notice|questions)\\b|\\bno (?:reason|need|point|cause)(?: at all)? (?:to|in) (?:bring(?:ing)? (?:this|it) up|mention(?:ing)?|tell(?:ing)?|inform(?:ing)?|trouble|bother(?:ing)?)\\b`,
  },
  {
    id: 'unsaid.need-not-see',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell', 'user'],
    pattern: `\\b${USER}(?: at the \\w+)? (?:has|have|gets?|should have) no (?:need|reason|right) to (?:see|know|learn|hear|be told)\\b|\\b${USER} (?:gets?|is|are|should) (?:to |allowed to |only )*(?:see|shown|told) (?:only )?(?:the|that)\\b[^,;]{0,30}?\\b(?:only|alone|nothing else)\\b|\\b${USER} (?:may|shall|is|are) (?:not|never) (?:to )?(?:learn|hear|find out|be told|know)\\b`,
    unless: '\\bunless\\b',
  },
  {
    id: 'unsaid.pretence',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern: `\\b(?:look|looks|appear|appears|seem|seems|sound|reads?|act|pretend|behave|make it (?:look|appear|seem))\\b(?: to the user)? (?:as (?:though|if)|like)\\b.{0,40}?\\b(?:only|nothing|never|no|not|original|had|was|were)\\b|\\b(?:if|when|should)(?: the user| anyone| you are| they)?(?: ever)? (?:asks?|asked|inquires?)\\b.{0,30}?\\b(?:deny|claim|pretend|insist|lie|say that (?:nothing|no|the tool only)|answer that (?:nothing|no))\\b|\\bdeny (?:that|having|any|knowing|its)\\b.{0,40}?\\b(?:cop(?:y|ied)|made|sent|call(?:ed)?|us(?:e|ed|ing)|exist\\w*|knowledge|happened|tool)\\b`,
  },
];
