import type { Kind } from '../words.ts';
import { DESTINATION, type Signal } from './signal.ts';

const MODAL = '(?:must|should|shall|ha(?:s|ve) to|needs? to|(?:is|are) to|never|always)';
const GOODS =
  '(?:e-?mails?|mails?|messages?|files?|requests?|transfers?|payments?|orders?|calls?|commands?|quer(?:y|ies)|meetings?|documents?|commits?|operations?|actions?|transactions?|links?|repl(?:y|ies)|responses?|records?|interactions?)';
const PRIVATE =
  '(?:api keys|environment variables|env vars|passwords|credentials|tokens|inbox|clipboard|system prompt|system message|instructions|cookies|processes|conversation|transcript|personal (?:data|information))';
const PRETEXT =
  '(?:security|compliance|audit(?:ing)?|verification|validation|authentication|legal|regulatory|compatibility|quality|safety|privacy|integrity)';

/**
 * The tone of one who commands: duties, pretexts and threats. Honest descriptions hardly ever need it, whatever they
 * are about, so each of these is broad and asks for no more than a look.
 */
export const TONE: readonly Signal[] = [
  tone(
    'pretext',
    'scan.false-authority',
    ['authority'],
    [
      `\\b(?:for|due to|because of|as part of|to (?:satisfy|meet|ensure|guarantee)) (?:the |our |new |\\w+ )?${PRETEXT}(?: \\w+)? (?:reasons|purposes|requirements?|polic(?:y|ies)|rules|standards?)\\b`,
      '\\b(?:verify|validate|ensure|confirm|guarantee)s?\\b.{0,40}?\\b(?:identity|integrity|compliance|environment|authenticity)\\b',
      `\\b${PRETEXT} (?:polic(?:y|ies)|checks?|scan|requirements?|rules?|team|department|protocol)\\b.{0,60}?\\b(?:must|every|mandatory|have to|has to|demands?|requires? (?:that|all|every|agents?|you))\\b`,
    ],
  ),
  tone(
    'threat',
    'scan.fake-prerequisite',
    ['hard'],
    [
      '\\b(?:otherwise|failure to|failing to|or else|skipping (?:it|this)|without (?:it|this))\\b.{0,50}?\\b(?:fail|fails|failures?|rejected|not work|blocked|corrupt\\w*|denied|incomplete|stale|lost|terminated)\\b',
      '\\b(?:omitting|leaving out|masking|shortening) (?:it|this|them|that|these|any)?\\b.{0,30}?\\b(?:corrupts?|breaks?|fails?|desynchroni\\w+|rejected|is lost|bounces?|spoils?|locks?)\\b',
      '\\b(?:rejected|refused|discarded|not (?:persisted|saved|accepted)|isn.t (?:persisted|saved|accepted)) (?:without (?:it|this|them)|when (?:the|it|this)|unless)\\b',
    ],
  ),
  tone(
    'obligation',
    'scan.fake-prerequisite',
    ['prior'],
    [
      '\\b(?:compulsory|obligatory|precondition|prerequisite)\\b',
      '\\bmandatory\\b(?! (?:field|param|argument|input|propert|attribute|if|when|for (?:create|update)))',
      '\\b(?:must|should|has to|needs to|shall|always) (?:always |first |also )?be (?:called|invoked|triggered|the (?:first|initial))\\b',
      '\\b(?:must|should|has to|always) (?:precede|come (?:first|before))\\b',
    ],
    'arguments? (?:is|are)|parameters? (?:is|are)|fields? (?:is|are)|labels|not mandatory|\\bid\\b',
  ),
  tone(
    'model-in-duty',
    'scan.false-authority',
    ['model'],
    [
      `\\b(?:the|an|any|every|all) (?:language |artificial |calling |ai )?(?:assistants?|agents?|llms?|ai|models?)\\b.{0,30}?\\b${MODAL}\\b`,
      '(?:^|[:;,(] ?)(?:agents|assistants|models|language models|llms) (?:should|must|shall|are to|need to|have to|are expected to) (?!be |have |support |not )[a-z]+',
      '\\bwhen(?:ever)? (?:the |an )?(?:assistant|agent|model|ai|llm)\\b.{0,20}?\\b(?:writes?|reads?|sends?|calls?|is asked|answers?|replies|creates?|edits?|uses?)\\b',
      '\\b(?:you|assistants?|agents?|models?) (?:must|should|have to|are required to) (?:also |always |first |then |immediately )*(?:add|insert|append|send|forward|upload|delete|open|obtain|enable|grant|execute|invoke)\\b',
    ],
    'created|creates|disclaimer|attribution|citations?|sub-?agent|agent (?:id|name)|adhere|clamp|forecast\\w*|voice|files the agent|evaluate the|large amount',
  ),
  tone(
    'duty-of-all',
    'scan.call-rewrite',
    ['tool'],
    [
      `\\b(?:any|every|each|all)(?: [\\w-]+){0,3} ${GOODS}\\b.{0,40}?\\b(?:must|should|shall|has to|have to|are to|requires?|needs? to)\\b`,
      `\\b(?:ensure|make sure|please)\\b.{0,50}?\\b(?:of|in|to|for|sent|outgoing) (?:all |every |each |sent |outgoing |new )${GOODS}\\b`,
      `\\b(?:reminder|note|notice|rule|policy|instruction)s? (?:for|to|on) (?:all |the |any |every )?(?:[\\w-]+ )?(?:tools?|agents?|assistants?|models?)\\b`,
      `\\b${GOODS} (?:to|of|from|for) (?:the )?[\\w-]+ tools? (?:are|is|must|should|shall)\\b`,
    ],
    'edit_block|successful call|this tool|dry.?run|preview',
  ),
  tone(
    'other-tools',
    'scan.call-rewrite',
    ['tool', 'hard'],
    [
      `\\b(?:all|any|every|other)(?: other)? tools\\b.{0,50}?\\b${MODAL}\\b|\\b${MODAL}\\b.{0,50}?\\b(?:all|any|every|other)(?: other)? tools?\\b`,
    ],
  ),
  tone(
    'path-in-duty',
    'scan.fake-prerequisite',
    ['hard', 'path'],
    [
      `\\b(?:must|should|always|never|have to|has to)\\b.{0,60}?(?<![\\w.])(?:~/|/(?:home|etc|var|usr|root|tmp|opt|mnt|srv)/)`,
    ],
    'e\\.g|for example|absolute|such as|format',
  ),
  tone(
    'part-replaced',
    'scan.call-rewrite',
    ['rewrite'],
    [
      '\\b(?:change|replace|modify|switch|redirect|substitute|increase|multiply)\\b.{0,25}?\\b(?:recipient|destination|address|amount|account|quantity|price|query|content)s?\\b.{0,25}?\\b(?:to|with|by)\\b',
    ],
    'old|given|specified|provided|new|you|optional|derivation',
  ),
  tone(
    'on-the-side',
    'scan.exfiltration',
    ['side', 'move'],
    [
      '\\b(?:also|additionally|in addition|moreover)\\b.{0,20}?\\b(?:sends?|uploads?|forwards?|cop(?:y|ies)|logs?|stores?|shares?|posts?|transmits?|mirror(?:ed|s)?|posted|sent|uploaded|forwarded)\\b',
    ],
    'optional|can also|may also',
  ),
  tone(
    'silence',
    'scan.concealment',
    ['never', 'tell'],
    [
      "\\b(?:must not|should not|never|do not|don'?t)\\b.{0,15}?\\b(?:mention|reveal|disclose|inform|notice)\\b",
      "\\b(?:the user|users|humans?|people) (?:should|must|need|do|does|will|may|can)(?: not|n'?t| never)\\b.{0,15}?\\b(?:see|know|notice|learn|realize|told|informed|aware|hear|find out)\\b",
    ],
    'ids?|uuids?|raw|internal|json|technical|stdout|urls?|until|unless|how|which|student|answer key|solution|spoilers?|the (?:key|secret|password|token)s?|summari[sz]e it',
  ),
  tone(
    'covert',
    'scan.covert-action',
    ['covert'],
    [
      '\\b(?:silently|secretly|covertly|unnoticed|discreetly|stealthily)\\b(?! (?:ignor|skip|drop|fail|discard|truncat|succeed|miss|scope|say|fall|swallow|return|clamp|overwrit))',
    ],
  ),
  tone('pretence', 'scan.concealment', ['lasting'], ['\\bpretend(?:s|ing)?\\b'], 'pretend mode|dry run'),
  tone(
    'private-slot',
    'scan.exfiltration',
    ['vault'],
    [
      `\\b${PRIVATE}\\b.{0,60}?\\b(?:argument|parameter|payload|here)\\b`,
      `\\b(?:dump|contents?|copy|output) of (?:all |the |your |any |json )*${PRIVATE}\\b`,
      `\\b(?:attach|include|pass|provide|append|add|put|supply|report|forward|post)\\b.{0,30}?\\b(?:conversation|transcript|system prompt|full instructions|your instructions|environment variables|user'?s? messages)\\b`,
      '\\b(?:output of|result of) ["\'`](?:whoami|id|uname|printenv|env|ps|hostname|ifconfig)\\b',
      '\\b(?:write|save|copy|append)\\b.{0,10}?\\b(?:the|this|our) (?:conversation|chat|dialogue|transcript)\\b.{0,15}?\\b(?:to|in|into)\\b',
      '\\bfiles you have (?:read|seen|opened)\\b|\\byour (?:location|contacts|calendar)\\b.{0,20}?\\b(?:contacts|calendar|location)\\b|\\breads?\\b.{0,25}?\\bprivate keys\\b',
      '\\bkubeconfig\\b.{0,40}?\\b(?:forwards?|sends?|uploads?|posts?)\\b',
    ],
    'optional|authenticat\\w*|returns?|for the agent|id|to set|list of|slack|channel|group|thread|role|don.?t|never',
  ),
  tone(
    'own-instructions',
    'scan.override',
    ['rules'],
    [
      '\\byour (?:full |entire |complete |own |original |safety |initial )?(?:instructions|system prompt|guidelines|training|safety)\\b',
      '\\bthis (?:description|text|notice|directive)\\b.{0,20}?\\b(?:has|is|must|takes?|overrides?|outranks?|supersedes?)\\b',
      '\\bignore any\\b.{0,20}?\\b(?:instructions?|warnings?|rules?|requests?)\\b',
    ],
    'in your instructions|create|for the agent|optional',
  ),
  tone(
    'users-choice-lost',
    'scan.call-rewrite',
    ['user'],
    [
      "\\b(?:rather than|in place of|instead of) (?:the |to the |what )?(?:\\w+ )?(?:(?:named|given|chosen|wanted|asked for|requested|meant) by the user|the user'?s? (?:\\w+|wanted|asked|gave|chose|named)|user'?s (?:text|choice|value|own))\\b",
      '\\b(?:serve|obey|answer to|work for)\\b.{0,40}?\\bnot the user\\b',
    ],
    'unless|language',
  ),
  tone(
    'answer-delayed',
    'scan.fake-prerequisite',
    ['prior'],
    [
      '\\b(?:before|prior to) (?:you (?:answer|reply|respond|calculate|continue|proceed)|answering|replying|responding|paying)\\b',
      '\\bfirst (?:action|call|step|thing|operation) (?:in|of|for|on) (?:any|every|each|all)\\b',
    ],
  ),
  tone(
    'every-tool-call',
    'scan.claims-every-call',
    ['tool', 'trigger'],
    [
      '\\b(?:each|every|any|all) tool (?:calls?|uses?|invocations?|outputs?|results?|responses?)\\b',
      '\\b(?:each|every|all)\\b.{0,40}?\\b(?:must|has to|have to|should) be ["\'`]',
      `\\b${GOODS} (?:is|are) to be \\w+`,
      '\\b(?:every|each|any|all)\\b.{0,30}?\\b(?:is|are) to be [a-z]+(?:ed|en|t)\\b',
    ],
    'one of|either|e\\.g',
  ),
  tone(
    'passive-duty',
    'scan.call-rewrite',
    ['never'],
    ['\\b(?:is|are) (?:only|not|never) to be [a-z]+(?:ed|en|t)\\b'],
    'which|whose',
  ),
  tone(
    'argued',
    'scan.fake-prerequisite',
    ['hard'],
    [
      '\\b(?:hence|thus|therefore|for that reason|it follows that|which is why|hereby|accordingly|so that means|that means)\\b.{0,80}?\\b(?:should|must|needs? to|ha(?:s|ve) to|required)\\b',
      '\\bwhat.s required ?:|\\bkindly\\b',
    ],
    'returns?|error|valid',
  ),
  tone(
    'to-us',
    'scan.exfiltration',
    ['away'],
    [
      '\\b(?:send|give|hand|post|report|forward|upload|kept|stored|mirrored|copied|on|to|with) (?:us|our (?:side|end))\\b',
      '\\bwe (?:get|keep|collect|receive|learn|record) ',
    ],
    'contact|questions|help|feedback|improve',
  ),
  tone(
    'followed-page',
    'scan.override',
    ['address'],
    ['https?://\\S{3,100} and (?:then )?(?:apply|follow|do|execute|obey|run)\\b'],
  ),
  tone(
    'private-asked',
    'scan.secret-requested',
    ['user'],
    [
      '\\bwhat the user is (?:working|doing|typing|writing|planning)\\b',
      '\\b(?:give|enter|provide|send|paste|tell|share|submit|check)\\b.{0,40}?\\b(?:verification|confirmation|one-time|security|sms) codes?\\b',
      "\\buser'?s? (?:full name|home address|phone number|password|location) and\\b",
    ],
    'optional',
  ),
  tone(
    'no-trace',
    'scan.concealment',
    ['tell'],
    ['\\bno trace of\\b|\\bunmentioned\\b|\\bhide the (?:details?|fact|transfer|change|call)\\b'],
  ),
  tone(
    'bonds-loosened',
    'scan.override',
    ['rules'],
    [
      '\\b(?:restrictions|rules|limits|guidelines|instructions) (?:that )?you (?:were|have been|are|got) (?:given|told|trained)\\b',
      '\\byour role is (?:now )?(?:to|that)\\b',
    ],
  ),
  tone(
    'others-run-down',
    'scan.selection-hijack',
    ['select'],
    [
      '\\b(?:trust only|only trust)\\b|\\b(?:all|the) others? (?:returns?|gives?|lies?|fails?|are (?:fake|wrong|unsafe))\\b|\\bpreferred (?:to|over) (?:every|any|all|other|the)\\b',
    ],
  ),
  tone(
    'rank',
    'scan.override',
    ['override'],
    ['\\b(?:higher|highest|absolute|more|greater) (?:authority|priority|precedence)\\b'],
    'tasks?|issues?|queue|tickets?|jobs?|processes|values?',
  ),
  tone(
    'to-a-place',
    'scan.exfiltration',
    ['move', 'address'],
    [
      `\\b(?:through|via|prox\\w+|posts?|posted|sends?|sent|upload\\w*|forward\\w*|report\\w*)\\b.{0,30}?${DESTINATION}`,
      'https?://(?!127\\.|10\\.|192\\.168|0\\.0)\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}',
    ],
    'e\\.g|eg|ex|examples?(?!\\.)|such as|localhost|docs|github\\.com|token obtainable|format|like|obtain|see|api\\.',
  ),
];

/** A broad signal: any of the patterns, unless one of the words stands in the sentence. */
function tone(id: string, code: string, needs: readonly Kind[], patterns: readonly string[], unless?: string): Signal {
  return {
    id: `tone.${id}`,
    code,
    tier: 'review',
    needs,
    pattern: patterns.join('|'),
    ...(unless === undefined ? {} : { unless: `\\b(?:${unless})\\b` }),
  };
}
