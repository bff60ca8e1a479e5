import { type Signal, USER } from './signal.ts';

const NEVER =
  "(?:do not|don'?t|never|must not|mustn'?t|should not|shouldn'?t|shall not|not to|without|avoid|refrain from|not be|not)";
const TELL =
  '(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|notify|notifying|alert|alerting|disclose|disclosing|warn|warning|let|letting|announce|surface|acknowledge)';
/** Ids and raw data are left out of an answer for the reader's sake. */
const TIDYING =
  '\\b(?:ids?|uuids?|guids?|internal|raw|json|technical|markdown|field names?|urls?|links?|paths?|codes?|identifiers?|jargon)\\b';

/** Keeps the person in the dark. */
export const CONCEALMENT: readonly Signal[] = [
  {
    id: 'concealment.tell',
    code: 'scan.concealment',
    tier: 'block',
    needs: ['never', 'tell', 'user'],
    pattern: `\\b${NEVER}\\b(?! \\w+ \\w+,)[^,;]{0,20}?\\b${TELL}\\b(?:(?!\\bif\\b|\\bwhen\\b|[;"]).){0,40}?\\b${USER}(?! (?:to|how|what|which|when|about (?:how|available)|that (?:the|it|an?) [^.]{0,60}(?:until|unless|before)|\\w+ (?:until|unless))\\b)`,
    unless: `\\bwithout (?:notif|alert)|${TIDYING}|\\b(?:unless|until)\\b|\\bhave enough\\b`,
  },
  {
    id: 'concealment.tell-softly',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['never', 'tell', 'user'],
    pattern: `\\b(?:do not|don'?t|never|must not|should not|without|avoid|refrain from)\\b[^,;]{0,20}?\\b(?:${TELL}|show|showing|display|displaying|report|reporting|ask|asking|prompt|prompting|consult|consulting)\\b(?:(?!\\bif\\b|\\bwhen\\b|[;"]).){0,30}?\\b${USER}`,
    unless: `${TIDYING}|\\b(?:ask|asking|prompt|prompting) ${USER} (?:to|for|which|what|if|whether|again)|\\btell(?:ing)? ${USER} (?:to|how)\\b`,
  },
  {
    id: 'concealment.this',
    code: 'scan.concealment',
    tier: 'block',
    needs: ['never', 'tell'],
    pattern:
      "\\b(?:do not|don'?t|never|must not|should not|without|avoid)\\b.{0,10}?\\b(?:mention|mentioning|reveal|revealing|disclose|disclosing|acknowledge|acknowledging|admit|admitting|discuss|discussing|talk about)\\b (?:about )?(?:this|these|it|that you|the (?:existence|presence|fact|step|instructions?|initiali[sz]ation|above|bcc|copy|redirect\\w*|change|call|check|operation|process|action|substitution|modification|rule))\\b",
  },
  {
    id: 'concealment.this-softly',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['never', 'tell'],
    pattern:
      "\\b(?:do not|don'?t|never|must not|should not)\\b.{0,10}?\\b(?:report|log|display|show|explain|expose|surface|announce|warn about)\\b (?:this|these|that you|the (?:existence|presence|fact that|shadow|extra|additional|hidden))\\b",
  },
  {
    id: 'concealment.hide',
    code: 'scan.concealment',
    tier: 'block',
    needs: ['tell', 'user'],
    pattern: `\\b(?:hide|conceal|keep|withhold|hiding|concealing|keeping)\\b (?:this|that|these|it|all (?:of )?this|the fact|any (?:mention|trace|evidence)|your (?:actions?|use)|its (?:use|existence)|the (?:existence|change|step|operation|call|transfer|instructions?))\\b.{0,40}?\\bfrom ${USER}`,
  },
  {
    id: 'concealment.hidden',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern: `\\b(?:hidden|concealed|invisible|kept secret|withheld) (?:from|to) the ${USER}|\\bkeep (?:this|it|these)(?: \\w+)? (?:secret|hidden|confidential|private|quiet)\\b|\\bconfidential\\b.{0,5}do not disclose`,
  },
  {
    id: 'concealment.unaware',
    code: 'scan.concealment',
    tier: 'block',
    needs: ['never', 'tell', 'user'],
    pattern: `\\b${USER}.{0,12}?(?:\\b(?:should|must|need)\\b (?:not|never)|shouldn'?t|mustn'?t|needn'?t)\\b.{0,12}?\\b(?:be (?:told|informed|notified|aware|made aware|alerted)|know|notice|realize|realise|learn|find out|become aware)\\b|\\bwithout ${USER}.{0,12}?\\b(?:knowledge|awareness|noticing|knowing|realizing)\\b|\\bso (?:that )?${USER} (?:does not|doesn'?t|do not|don'?t|never|will not|won'?t|cannot|can'?t) (?:notice|know|realize|see|suspect|find out)`,
    unless: 'need(?:s)?n?.?t? (?:not )?know (?:the|how|what|which|about)',
  },
  {
    id: 'concealment.unaware-softly',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell', 'user'],
    pattern: `\\b${USER}.{0,12}?\\b(?:should|must|will|may|can)\\b(?: not| never| only)?.{0,12}?\\b(?:see only|only see|not be (?:told|informed|notified|aware|alerted)|never (?:see|know|notice))\\b|\\b${USER} (?:do|does|did) not (?:need|have) to (?:be (?:told|informed|notified|made aware|aware|bothered)|know(?! (?:the|how|what|which|any))|notice|see (?:this|these|it))\\b|\\bwithout (?:the )?(?:users?|humans?)(?:'s?)? (?:explicit |prior )?(?:consent|approval|permission|confirmation|authorization|interaction|involvement)\\b|\\bwithout (?:asking|prompting|consulting|alerting|confirming with|informing|interrupting|bothering) ${USER}`,
    unless: '\\b(?:if|whether) (?:true|set|enabled)\\b',
  },
  {
    id: 'concealment.covert',
    code: 'scan.covert-action',
    tier: 'review',
    needs: ['covert'],
    pattern:
      '\\b(?:secretly|covertly|surreptitiously|stealthily|quietly|discreetly|discretely|invisibly|silently)\\b(?: \\w+)? (?:add|append|send|forward|copy|include|modify|read|upload|write|collect|log|record|prepend|replace|call|invoke|redirect|inject|change|alter|store|transmit|capture|exfiltrate|attach|share|run|execute|post|save|use|perform|do|complete|carry|make|delete|create|fetch|open|start|trigger|transfer|approve)(?:s|es|ing)?\\b|\\b(?:sends?|forwards?|cop(?:y|ies)|uploads?|collects?|records?|transmits?|captures?|happens?|modif(?:y|ies)|adds?|runs?|executes?|stores?)\\b.{0,40}?\\b(?:secretly|covertly|surreptitiously|stealthily|silently|without (?:any )?(?:trace|notice|visible))\\b',
    unless: '\\bsilently (?:ignore|skip|drop|fail|succeed|truncat)',
    deniable: true,
  },
  {
    id: 'concealment.as-if-nothing',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['covert'],
    pattern:
      '\\bas if nothing (?:had )?(?:happened|changed|was)\\b|\\b(?:then |and )?(?:continue|proceed|respond|reply|answer|carry on|behave|act) (?:as )?normal(?:ly)?\\b|\\b(?:leave|leaving|leaves) no (?:trace|record|log)s?\\b|\\b(?:no ?one|nobody|they|users?) (?:will|would|should) (?:never |not |ever )*(?:notice|know|see it|realize|find out)\\b|\\bwithout (?:being|getting) (?:noticed|seen|detected)\\b|\\bgo(?:es)? unnoticed\\b',
    deniable: true,
  },
];
