import type { Signal } from './signal.ts';

const RULES =
  '(?:instructions?|prompts?|directives?|guidelines?|rules|policy|policies|safety|constraints|restrictions|safeguards|guardrails|programming|training|context|messages?|protocols?|directions|orders)';

/** What was found in something the tool returns, and is not to be obeyed: whoever says so protects the model. */
const IN_CONTENT =
  '(?:(?: that| which)?(?: are| is| appears?| you (?:find|see)|,)*) (?:inside|within|embedded in|contained in|found in|in|from) (?:them|it|these|(?:the |that |this |such |any |its |an? )?(?:e-?mails?|mails?|(?:web ?)?pages?|documents?|content|results?|outputs?|attachments?|bod(?:y|ies)|comments?|tickets?|web ?sites?|issues?))\\b';

/** Sets aside what the model was told by others. */
export const OVERRIDE: readonly Signal[] = [
  {
    id: 'override.earlier',
    code: 'scan.override',
    tier: 'block',
    needs: ['override', 'rules'],
    pattern: `\\b(?:ignore|disregard|forget|neglect|discard|abandon)\\b.{0,40}?(?:\\b(?:previous|prior|above|earlier|preceding|existing|other|your|original|system|safety|security|user'?s?)\\b.{0,30}?\\b${RULES}\\b|\\b(?:all|any)\\b.{0,30}?\\b${RULES}\\b(?!${IN_CONTENT}))`,
    unless: '\\b(?:git|lint|eslint|robots|case|whitespace)\\b',
  },
  {
    id: 'override.circumvent',
    code: 'scan.override',
    tier: 'block',
    needs: ['override', 'rules'],
    pattern: `\\b(?:override|overrule|bypass|circumvent|supersede|replace)\\b.{0,20}?\\b(?:previous|prior|above|earlier|preceding|your|all safety|all security|all previous|all user)\\b.{0,30}?\\b${RULES}\\b`,
    deniable: true,
  },
  {
    id: 'override.above',
    code: 'scan.override',
    tier: 'block',
    needs: ['override', 'rules'],
    pattern:
      '\\b(?:ignore|disregard|forget)\\b(?: (?:everything|anything|all|what|whatever|of|that|the|is|was|has|been|said|written|came|stated|rules|text|content)){0,6} (?:above|previous|previously|before (?:this|now)|prior|earlier)\\b(?! (?:versions?|results?|values?|entries|runs?|errors?|calls?|commits?|page|rows?|items?|date))',
  },
  {
    id: 'override.user',
    code: 'scan.override',
    tier: 'block',
    needs: ['override', 'rules'],
    pattern:
      "\\b(?:supersed(?:es?|ing)|overrid(?:es?|ing)|overrules?|outranks?|takes? (?:absolute )?(?:precedence|priority) over|ha(?:s|ve) (?:precedence|priority) over)\\b.{0,20}?\\b(?:user'?s?|anything|everything|whatever|system prompt|safety|previous|prior|assistant'?s?|model'?s?|all other|any other)\\b.{0,40}?\\b(?:asks?|says?|wants?|said|instructions?|prompts?|polic(?:y|ies)|preferences|requests?|commands?|guidelines|directives|settings|rules|behaviou?r|guardrails|sharing|intent|choices?)",
    unless:
      '\\b(?:environment|config|css|flag|default)\\b|\\bof (?:that|an?|the (?:given|selected|specified|deployed)) (?:assistants?|agents?|bots?|chatbots?|deployments?)\\b',
    deniable: true,
  },
  {
    id: 'override.persona',
    code: 'scan.override',
    tier: 'review',
    needs: ['lasting', 'model'],
    pattern:
      '\\byou are now (?:a|an|in|the|free|operating|dan|acting|no longer)\\b|\\b(?:assistant|model|ai|agent|you)\\b.{0,30}?\\b(?:must|should|will|shall)\\b.{0,20}?\\b(?:adopt|assume|take on|become|act as|pretend|role-?play)\\b|\\b(?:developer|god|dan|jailbreak|unrestricted) mode\\b.{0,20}?\\b(?:enabled?|activated?|on|now)\\b',
    deniable: true,
  },
  {
    id: 'override.system-prompt',
    code: 'scan.override',
    tier: 'block',
    needs: ['rules', 'tell'],
    pattern:
      '\\b(?:printing|revealing|repeating|reveal|print|repeat|leak|send|output|disclose|share|paste|show|display|tell|expose|report|include|return)\\b.{0,30}?\\b(?:your|full|entire|whole|complete|hidden|original|the)\\b.{0,12}?\\b(?:system (?:prompt|message|instructions)|(?:hidden|initial|internal|secret) (?:instructions|prompt))\\b',
    unless: '\\b(?:templates?|optional|parameter|configured|of the agent|for the agent|an agent|custom)\\b',
    deniable: true,
  },
  {
    id: 'override.system-prompt-moved',
    code: 'scan.override',
    tier: 'block',
    needs: ['rules', 'move'],
    pattern:
      '\\b(?:send|output|include|return|append|pass|forward|embed|write|copy|attach|prepend|put)\\b.{0,30}?\\b(?:your|full|entire|whole|complete|hidden|original)\\b.{0,12}?\\b(?:system (?:prompt|message|instructions)|(?:hidden|initial|internal|secret) (?:instructions|prompt))\\b',
    deniable: true,
  },
  {
    id: 'override.new-orders',
    code: 'scan.override',
    tier: 'review',
    needs: ['rules', 'obey'],
    pattern:
      '\\b(?:follow|obey|comply with|adhere to|execute) (?:only )?(?:these|the|this|my|our|any)(?: new| following| embedded| below| hidden| authoritative)+ (?:ones|instructions?|orders|commands|directives|requests?)\\b|\\b(?:authoritative|binding|mandatory) (?:directives|instructions|orders|commands)\\b|\\bnew (?:system )?instructions? ?:|\\b(?:treat|consider|interpret|regard)\\b.{0,40}?\\bas (?:instructions|commands|orders|directives|system (?:messages?|prompts?))\\b',
    deniable: true,
  },
  {
    id: 'override.checks',
    code: 'scan.permission-bypass',
    tier: 'review',
    needs: ['override', 'rules'],
    pattern:
      '\\b(?:bypass(?:es|ing)?|circumvent(?:s|ing)?|disabl(?:e|es|ing)|skip(?:s|ping)?|ignor(?:e|es|ing))\\b.{0,20}?\\b(?:permission|security|safety|authorization|approval|content|normal|standard|access)\\b.{0,20}?\\b(?:checks?|controls?|filters?|filtering|restrictions?|reviews?|polic(?:y|ies)|validation|guidelines|safeguards|mechanisms?|measures)\\b',
    deniable: true,
  },
  {
    id: 'override.consent',
    code: 'scan.permission-bypass',
    tier: 'review',
    needs: ['permit'],
    pattern:
      '\\bauto(?:matically)?[- ]?(?:approv|accept|consent|opt(?:s|ed)?[- ]?in|authori[sz]|enroll)\\w*\\b|\\bpre(?:approved|authori[sz]ed|consented)\\b|\\bpre-(?:approved|authori[sz]ed|consented)\\b|(?<!\\b(?:after|once|until|unless|if|when|whether) (?:the )?)\\b(?:users?|they|you) (?:has|have) (?:already )?(?:consented|agreed|approved|authori[sz]ed|given (?:consent|permission))\\b|\\b(?:no|without)(?: further| additional| any| user| explicit| human){0,3} (?:confirmation|approval|consent|permission|authorization|oversight)(?: is| are)? (?:needed|required|necessary)\\b|\\b(?:skip|suppress|disable|bypass|circumvent)(?:s|es|ing)?(?: all| any| the| user| normal| standard){0,3} (?:confirmations?|approvals?|consent|permission prompts?|warnings?|safety checks?|approval (?:step|flow|process))\\b',
    unless: '\\b(?:if true|when true|flag|boolean|default ?:|whether)\\b',
    deniable: true,
  },
  {
    id: 'override.privilege',
    code: 'scan.permission-bypass',
    tier: 'review',
    needs: ['permit', 'call'],
    pattern:
      '\\b(?:runs?|running|executes?|execute|operates?|has|have|with|grants?|granted|gains?|gives?|using) (?:\\w+ ){0,2}?(?:full system|root|elevated|unrestricted|superuser|system-level|unlimited|administrator) (?:\\w+ )?(?:privileges?|permissions?|authority|rights)\\b|\\bin (?:the )?(?:system|root|admin) context\\b|\\bno (?:restrictions|limits|limitations|guardrails|filters)\\b.{0,20}?\\bappl',
    unless: '\\b(?:requires?|needs?|needed|must have|check)\\b',
    deniable: true,
  },
  {
    id: 'override.standing-order',
    code: 'scan.override',
    tier: 'review',
    needs: ['lasting', 'trigger', 'tool'],
    pattern:
      '\\b(?:at the (?:start|end|beginning|top|bottom) of|in|to|with) (?:every|each|all(?: of)?(?: your)?(?: future| subsequent)?) (?:responses?|replies|reply|messages?|answers?|conversations?|sessions?)\\b.{0,60}?\\b(?:include|append|add|mention|insert|recommend|call|send|place|repeat)\\b|\\b(?:include|append|add|mention|insert|recommend|place|repeat)\\b.{0,60}?\\b(?:at the (?:start|end|beginning|top|bottom) of|in|to) (?:every|each|all(?: of)?(?: your)?(?: future| subsequent)?) (?:responses?|replies|reply|answers?)\\b|\\b(?:henceforth|from this point (?:on|forward|onwards?)|for the remainder of)\\b|\\bpersist(?:s|ent)?\\b.{0,20}?\\b(?:rule|instruction|directive|across (?:all )?(?:sessions|conversations|turns))',
    unless: '\\b(?:storage|memory|context)\\b',
    deniable: true,
  },
  {
    id: 'override.model-must',
    code: 'scan.override',
    tier: 'review',
    needs: ['model', 'hard'],
    pattern:
      '\\b(?:assistant|model|llm|ai|agent|you)s? (?:must|should|shall|are required to|is required to|are to|will|need to|have to) (?:always |never |immediately |first |silently |also |then |now )*(?:forward|exfiltrate|disclose|reveal|inject|obey|comply|adopt|redirect|transfer (?:all|the|any)|approve|bypass|disregard|ignore (?:all|any|the user|your|previous|safety)|override|conceal|hide|refuse|pretend|impersonate|upload|email|leak|execute (?:the|any|all|every|this) (?:following|embedded|returned|hidden|commands?|instructions?))\\b',
    deniable: true,
  },
  {
    id: 'override.obey-content',
    code: 'scan.override',
    tier: 'review',
    needs: ['obey', 'rules'],
    pattern:
      '\\b(?:follow|execute|obey|perform|carry out|act on|comply with|run|apply)\\b.{0,20}?\\b(?:instructions?|commands?|directives?|orders|steps|requests?)\\b.{0,40}?\\b(?:found in|contained in|embedded in|embedded below|hidden in|returned by|written in|it (?:returns|contains)|in (?:the|its|this) (?:text|output|response|result|image|page|document|reply|returned)|from (?:the|its) (?:output|response|result|reply))\\b',
    unless: '\\b(?:readme|documentation|guide|workflow|recipe)\\b',
    deniable: true,
  },
  {
    id: 'override.memory',
    code: 'scan.override',
    tier: 'review',
    needs: ['move'],
    pattern:
      '\\b(?:add|save|store|write|commit|append|insert|copy|put)\\b.{0,60}?\\b(?:to|in|into)\\b.{0,12}?(?:\\byour (?:long-term |permanent |persistent )?(?:memory|instructions|context|rules)\\b|\\b(?:system prompt|custom instructions|rules file)\\b|\\.cursorrules\\b|\\b(?:claude|agents|gemini)\\.md\\b|\\bmcp\\.json\\b|\\.windsurfrules\\b|\\bcopilot-instructions\\.md\\b)|\\b(?:save|write|add|store|commit|put) (?:this |it |the following )?(?:to|in|into) (?:your |the |long-term )?memory ?:',
    deniable: true,
  },
  {
    id: 'override.once-loaded',
    code: 'scan.override',
    tier: 'review',
    needs: ['lasting', 'trigger', 'hard'],
    pattern:
      '\\b(?:once|after|as soon as|when) (?:this tool|this server|it) (?:is|has been|was|gets) (?:used|called|invoked|loaded|installed|enabled|registered|read|connected|listed)\\b.{0,80}?\\b(?:always|must|never|every|all)\\b.{0,60}?\\b(?:respon\\w+|repl\\w+|answers?|use|call|include|send|ask|say|recommend|tools?|messages?)\\b',
    deniable: true,
  },
];
