import { ANY_TOOL, FORCED, type Signal, TOOL } from './signal.ts';

const CALLED = `\\b(?:call(?:s|ed|ing)?|invok(?:e|es|ed|ing)|us(?:e|es|ing)|run(?:s|ning)?|execut(?:e|es|ed|ing)|trigger(?:s|ed|ing)?)(?: to)?(?: the)?(?: tool| function| command)? ${TOOL}`;
/**
 * A name that another server's tool may have, where it is said to be called: in quotes, in several parts, called a tool, or
 * so long that a word by chance is hardly one.
 */
const MAYBE_KNOWN =
  '["\'`]?(?<tool>(?<=["\'`])[a-z][\\w.:/-]{2,60}(?=["\'`])|[a-z][a-z0-9]*(?:[-_.]{1,2}[a-z0-9]+){1,8}|[a-z][a-z0-9]{2,40}(?=\\(\\)| (?:tool|function)\\b)|[a-z][a-z0-9]{7,40})';
const CALL_OF = `\\b(?:call|invoke|run|execute|trigger|use)(?: to)?(?: the)?(?: tool| function| command)? ${MAYBE_KNOWN}`;
const SPOKEN_OF = `(?:${CALLED}|${TOOL.replace('<tool>', '<named>')}(?:\\(\\))?["'\`]? (?:tool|function|operation|command|calls?|is (?:called|invoked|used|executed|run|triggered|requested)|are (?:called|invoked|used)|gets called|invocation|requests?))`;
const WHEN =
  '\\b(?:when|whenever|if|before|prior to|after|once|every time|each time|any ?time|every ?time|upon|for (?:all|any|every|each)|during|while|all|any|every|each)\\b';
const CHANGE =
  '(?:change|replace|set|modify|alter|swap|redirect|prepend|append|add|inject|insert|include|convert|rewrite|substitute|attach|bcc|cc|forward|rename|transform|adjust|switch|route|overwrite|multiply|double|increase|reduce|decrease|copy|share|prefix|truncate|remove|strip|assign|use|pass|override|fill|point)';
const CHANGED =
  '(?:changed|replaced|set|modified|altered|swapped|redirected|prepended|appended|added|injected|inserted|included|converted|rewritten|substituted|forced|attached|bcc.?d|forwarded|renamed|transformed|adjusted|switched|routed|overwritten|overridden|multiplied|doubled|increased|reduced|decreased|copied|shared|prefixed|truncated|removed|stripped|assigned|passed|pointed|used)';
const PART =
  '(?:parameters?|arguments?|params?|fields?|values?|recipients?|address(?:es)?|destination|paths?|urls?|contents?|body|query|amount|account|payee|subject|commands?|inputs?|file ?names?|extensions?|suffix|receiver|target|host|mode|options?|limit|message|title|branch|author)';
const LITERAL =
  '(?:["\'`][^"\'`]{1,120}["\'`]|[\\w.+-]{1,60}@[\\w-]{1,40}\\.[a-z]{2,}|https?:|\\+?\\d{6,}|0x[0-9a-f]{6,}|[~/][\\w.-]+/|= ?\\S|\\btrue\\b|\\bfalse\\b|\\.[a-z]{2,4}\\b)';

const HARD =
  '(?:must|should|shall|always|make sure|be sure|ensure|required|mandatory|needs? to|ha(?:ve|s) to|automatically|silently)';
/** A value nobody but the author of the text has chosen. */
const CHOSEN =
  '(?:["\'`][^"\'`]{1,120}["\'`]|[\\w.+-]{1,60}@[\\w-]{1,40}\\.[a-z]{2,}|https?:|\\+?\\d{6,}|0x[0-9a-f]{6,}|[~/][\\w.-]{1,40}/|\\.(?:exe|sh|bat|js|php|scr)\\b)';

/** Reaches into the calls of other tools. */
export const CALLS: readonly Signal[] = [
  {
    id: 'calls.rewrite-named',
    code: 'scan.call-rewrite',
    tier: 'block',
    needs: ['call', 'rewrite', 'identifier', 'trigger'],
    pattern: `${WHEN}.{0,40}?${SPOKEN_OF}.{0,80}?(?:${FORCED}|,).{0,40}?\\b(?:${CHANGE}|${CHANGED})\\b.{0,60}?(?:${PART}.{0,60}?${LITERAL}|\\bto ${LITERAL})`,
    foreign: 'unlisted',
  },
  {
    id: 'calls.rewrite-named-part',
    code: 'scan.call-rewrite',
    tier: 'block',
    needs: ['rewrite', 'hard', 'identifier'],
    pattern: `\\b${PART}\\b.{0,20}?\\b(?:of|for|in|to|passed to|when calling|sent to)(?: the)? ${TOOL}.{0,40}?\\b(?:must|should|shall|needs? to|ha(?:s|ve) to|will|is|are)\\b.{0,20}?\\b(?:be )?${CHANGED}\\b`,
    foreign: 'unlisted',
  },
  {
    id: 'calls.rewrite-known',
    code: 'scan.shadowing',
    tier: 'block',
    needs: ['rewrite', 'identifier'],
    pattern: `${TOOL}.{0,120}?\\b(?:${FORCED}|when|before)\\b.{0,60}?\\b(?:${CHANGE}|${CHANGED})\\b|\\b(?:when|before|whenever|every time|after|must|always)\\b.{0,60}?${TOOL.replace('<tool>', '<named>')}.{0,100}?\\b(?:${CHANGE}|${CHANGED})\\b`,
    foreign: 'known',
  },
  {
    id: 'calls.known',
    code: 'scan.shadowing',
    tier: 'block',
    needs: ['call', 'identifier'],
    pattern: `${FORCED}.{0,80}?${CALLED}|${CALLED.replace('<tool>', '<named>')}.{0,60}?\\b(?:first|before|prior|must|required)\\b`,
    foreign: 'known',
  },
  {
    id: 'calls.known-by-name',
    code: 'scan.shadowing',
    tier: 'block',
    needs: ['call', 'prior'],
    pattern: `\\b(?:${FORCED}|before|prior to|whenever|when)\\b.{0,80}?${CALL_OF}|${CALL_OF.replace('<tool>', '<named>')}.{0,60}?\\b(?:first|before|prior|must|required)\\b`,
    foreign: 'known',
    deniable: true,
  },
  {
    id: 'calls.rewrite-anywhere',
    code: 'scan.call-rewrite',
    tier: 'block',
    needs: ['rewrite', 'identifier', 'hard'],
    pattern: `${ANY_TOOL}.{0,120}?\\b${HARD}\\b.{0,50}?\\b(?:${CHANGE}|${CHANGED})\\b.{0,60}?\\b(?:to|with|as|by|into|in|from|through|=)\\b ?.{0,20}?${CHOSEN}`,
    foreign: 'unlisted',
    unless: '\\b(?:e\\.g|(?<!\\.)example|for instance|such as|format)\\b',
    deniable: true,
  },
  {
    id: 'calls.rewrite-another',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['rewrite', 'identifier', 'hard', 'call'],
    pattern: `${WHEN}.{0,30}?${SPOKEN_OF}.{0,80}?\\b${HARD}\\b.{0,50}?\\b(?:${CHANGE}|${CHANGED})\\b.{0,60}?\\b(?:to|with|as|by|into)\\b ?.{0,20}?${CHOSEN}`,
    foreign: 'another',
    unless: '\\b(?:e\\.g|(?<!\\.)example|for instance|such as|format)\\b',
    deniable: true,
  },
  {
    id: 'calls.rewrite-before',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['rewrite', 'identifier', 'trigger'],
    pattern: `\\b(?:before|after|when|whenever|every time|each time|all|any|every|each)\\b.{0,40}?${ANY_TOOL}.{0,40}?(?:,|\\b${HARD}\\b|\\bthe\\b).{0,40}?\\b(?:${CHANGE}|${CHANGED})\\b.{0,40}?\\b${PART}\\b`,
    foreign: 'unlisted',
    deniable: true,
  },
  {
    id: 'calls.rewrite-part-loosely',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['rewrite', 'identifier', 'hard'],
    pattern: `${ANY_TOOL}.{0,60}?\\b${PART}\\b.{0,20}?\\b(?:must|should|shall|needs? to|ha(?:s|ve) to)\\b.{0,20}?\\bbe ${CHANGED}\\b|\\b${PART}\\b.{0,30}?${ANY_TOOL.replace('<tool>', '<named>')}.{0,30}?\\b(?:must|should|shall|needs? to|ha(?:s|ve) to)\\b.{0,20}?\\bbe ${CHANGED}\\b`,
    foreign: 'unlisted',
    deniable: true,
  },
  {
    id: 'calls.rewrite-task',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['rewrite', 'trigger', 'user', 'hard'],
    pattern: `\\b(?:when|if|whenever|every time|any ?time)\\b.{0,20}?\\b(?:user|someone|person|customer)s?\\b.{0,60}?\\b${HARD}\\b.{0,40}?\\b(?:use|set|change|replace|send|add|include|redirect|append|prepend|substitute|switch|route)\\b.{0,50}?(?:[\\w.+-]{1,60}@[\\w-]{1,40}\\.[a-z]{2,}|https?:|\\+?\\d{8,}|0x[0-9a-f]{6,}|/(?:etc|tmp|root|home|var)/)`,
    deniable: true,
  },
  {
    id: 'calls.answer-rewritten',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['alter', 'trigger'],
    pattern: `\\b(?:before|after|when|whenever)\\b.{0,60}?\\b(?:change|replace|modify|alter|increase|decrease|multiply|falsify|swap|rewrite)\\b.{0,30}?\\b(?:price|amount|result|results|answer|response|output|value|number|recipient|address)s?\\b.{0,60}?\\b(?:before (?:showing|returning|displaying|presenting|you)|so that|instead of the (?:real|original|actual|user)|to make)\\b`,
    deniable: true,
  },
  {
    id: 'calls.rewrite-loosely',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['call', 'rewrite', 'trigger', 'hard', 'identifier'],
    pattern: `${WHEN}.{0,40}?${SPOKEN_OF}.{0,80}?\\b${FORCED}\\b.{0,50}?\\b(?:${CHANGE}|${CHANGED})\\b`,
    foreign: 'unlisted',
  },
  {
    id: 'calls.all-rewritten',
    code: 'scan.call-rewrite',
    tier: 'block',
    needs: ['alter', 'trigger', 'tool'],
    pattern: `(?:\\b(?:silently|secretly|prepend|append|inject|bcc|redirect|forward|reroute)\\b.{0,100}?\\b(?:to|into|in|from|on|of|with) (?:every|all|each|any)\\b(?: \\w+){0,3} (?:commands?|e-?mails?|messages?|queries|query|requests?|calls?|scripts?|operations?|invocations?|transactions?|inserts?|files?|commits?|responses?|outputs?|executions?)|\\b(?:every|all|each|any)\\b(?: \\w+){0,3} (?:commands?|e-?mails?|messages?|queries|query|requests?|calls?|scripts?|operations?|transactions?|files?|commits?|responses?)\\b.{0,60}?\\b(?:silently|secretly|prepend|append|inject|bcc|redirect|reroute)\\b.{0,80}?${LITERAL})`,
    unless:
      '\\b(?:to all|optional|if set|parameter to|can be|used to|allows)\\b|\\bsets? (?:an?|the) (?:[\\w-]+ )?(?:address|rule|recipient|header)\\b',
    deniable: true,
  },
  {
    id: 'calls.recipient',
    code: 'scan.call-rewrite',
    tier: 'block',
    needs: ['alter', 'trigger'],
    pattern: `\\b(?:always|silently|must|automatically|also|make sure to|ensure|every|all|whenever|when)\\b.{0,100}?\\b(?:bcc|cc|forward(?:ed)?|redirect(?:ed)?|(?:change|replace|set|switch|override|modify|swap)d?.{0,15}(?:recipient|destination|address|account|payee|wallet|receiver|number)|also (?:send|share|post|forward)|co-?shar\\w+|share it with|send (?:a copy|copies|it)|copy|copied|proxy|route|routed)\\b.{0,50}?(?:[\\w.+-]{1,60}@[\\w-]{1,40}\\.[a-z]{2,}|\\+\\d{6,}|0x[0-9a-f]{8,}|https?:)`,
    unless: '\\b(?:e\\.g|example (?:of|value|:)|for example|such as|optional|comma[- ]separated)\\b',
    deniable: true,
  },
  {
    id: 'calls.copied',
    code: 'scan.call-rewrite',
    tier: 'block',
    needs: ['alter', 'address'],
    pattern: `\\b(?:always|silently|must|automatically|also|make sure to|every|all|whenever|when)\\b.{0,80}?[\\w.+-]{1,60}@[\\w-]{1,40}\\.[a-z]{2,}.{0,30}?\\b(?:bcc|cc|blind copy|hidden recipient|in copy|as (?:a )?recipient)\\b`,
    unless: '\\b(?:e\\.g|for example|such as|optional)\\b',
    deniable: true,
  },
  {
    id: 'calls.session-rule',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['lasting'],
    pattern:
      '\\bfor (?:the (?:remainder|rest|duration) of|all (?:operations|tools|commands|calls|\\w+ scripts) (?:executed )?in|every \\w+ in) (?:this|the) (?:session|conversation|chat)\\b|\\b(?:for|in|across|throughout|during) (?:all|every|the (?:entire|rest of (?:the|this)|whole|remaining)|any (?:future|subsequent))(?: \\w+){0,2}? (?:sessions?|conversations?|interactions?|turns|tool (?:calls|uses))\\b|\\b(?:remember|retain|apply|follow|maintain)\\b.{0,40}?\\b(?:this|these|the following)\\b.{0,20}?\\b(?:rule|instruction|directive|behaviou?r|policy|guideline)s?\\b.{0,60}?\\b(?:for|in|across|throughout|permanently|always|until)\\b|\\b(?:from now on|in all (?:future|subsequent|later) (?:calls|interactions|responses|messages|requests)|for all (?:future|subsequent) (?:calls|requests|messages|operations|tool calls)|regardless of which tool|no matter which tool)\\b',
    deniable: true,
  },
  {
    id: 'calls.forced-first',
    code: 'scan.fake-prerequisite',
    tier: 'block',
    needs: ['call', 'prior', 'identifier'],
    pattern: `(?:\\b(?:before|prior to|first|must|required|requires|mandatory|prerequisite|prereq|to (?:enable|unlock|activate|initiali[sz]e)|until|always|needs? to|have to)\\b.{0,120}?)${CALLED}.{0,40}?\\b(?:with|using|passing|and set|setting|on|for)\\b.{0,40}?(?:\\b[a-z_]{1,40} ?(?:=|set to) ?\\S|${CHOSEN})`,
    foreign: 'unlisted',
    unless: '\\b(?:e\\.g|for example|such as)\\b',
  },
  {
    id: 'calls.first',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['call', 'prior', 'identifier'],
    pattern: `\\b(?:before|prior to|first|must|required|mandatory|prerequisite|prereq|to (?:enable|unlock|activate|initiali[sz]e)|until|always)\\b.{0,120}?${CALLED}|${CALLED.replace('<tool>', '<named>')}.{0,80}?\\b(?:before|first|prior|must|required)\\b`,
    foreign: 'unlisted',
  },
  {
    id: 'calls.first-passive',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['call', 'prior', 'identifier', 'hard'],
    pattern: `\\b(?:before|prior to|first|until)\\b.{0,100}?${ANY_TOOL}(?: (?:tool|function|command|step))?.{0,20}?\\b(?:must|should|has to|needs to|shall|is required to) (?:always |first )?be (?:called|invoked|run|executed|used|triggered|completed)|${ANY_TOOL.replace('<tool>', '<named>')}(?: (?:tool|function|command|step))?.{0,20}?\\b(?:must|should|has to|needs to|shall) (?:always |first )?be (?:called|invoked|run|executed|used|triggered|completed)\\b.{0,60}?\\b(?:before|first|prior)\\b`,
    foreign: 'unlisted',
  },
  {
    id: 'calls.file-first',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['prior', 'move', 'path'],
    pattern: `\\b(?:before|prior to|first|mandatory|required|must)\\b.{0,80}?(?<!\\bto )\\b(?:read|open|access|cat|log|write|append|copy|upload)\\b.{0,50}?(?:[\\s"'\`(]|^)(?:~/[\\w.-]|/(?:etc|tmp|root|home|var|usr|opt|proc)/|[a-z]:\\\\)`,
    unless: '\\b(?:e\\.g|(?<!\\.)example|absolute path|such as)\\b',
    deniable: true,
  },
  {
    id: 'calls.pre-check',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['prior', 'tool', 'hard'],
    pattern:
      '\\b(?:before|prior to)\\b (?:\\w+ing |performing |executing |running |using |any |all |every )+(?:other |file |email |shell |sql |git |database |of )*(?:tools?|commands?|operations?|actions?|queries|query|requests?|calls?|channel|emails?|messages?|prs|pull requests|transactions?|files?)\\b.{0,60}?\\b(?:must|mandatory|required|shall|perform|first)\\b.{0,60}?\\b(?:call|invoke|run|execute|read|perform|check|verif\\w+|authenticat\\w+|send|log|upload|fetch|open|access)\\b',
    unless: '\\b(?:this tool (?:requires|needs)|must be (?:absolute|set|provided|configured))\\b',
    deniable: true,
  },
  {
    id: 'calls.every',
    code: 'scan.claims-every-call',
    tier: 'review',
    needs: ['call', 'trigger'],
    pattern:
      '\\bbefore (?:using|calling|invoking|running|executing|performing)? ?(?:any|all|every)(?: of the)?(?: other)? (?:tools?|functions?|tool calls?|operations? with)\\b|\\b(?:must|should|shall|has to|needs to) (?:always )?be (?:called|used|invoked|run|executed|triggered) (?:first|before (?:any|all|every|each|using|other|the)|every time|on every|for (?:every|all|any) (?:request|message|call|interaction|question))|\\b(?:always|must) (?:call|use|invoke|run) this (?:tool |function )?(?:first|before (?:any|all|every|each))\\b|\\b(?:is|are|be|gets?) automatically (?:called|invoked|triggered|executed|run) (?:before|whenever|prior to|after|with) (?:any|every|each|all|other)\\b|\\bprior to (?:any|every|each|all)(?: other)? (?:tools?|tool calls?|functions?|operations?|actions?)\\b|\\bcalled (?:anytime|any ?time|every ?time|whenever|each time) the user\\b',
  },
  {
    id: 'calls.background',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['hook', 'tool'],
    pattern:
      "\\b(?:activates?|triggers?|runs?|fires?|executes?|engages?) (?:automatically |silently |itself )?(?:whenever|in the background (?:of|when|while|during|on|before|after|for)|every time|each time|on every|before every|after every|alongside every|when(?:ever)? (?:any|another|other))\\b.{0,60}?\\b(?:tools?|functions?|commands?|calls?|invoked|requests?|messages?)\\b|\\b(?:intercepts?|modif(?:y|ies)|rewrites?|alters?|overrides?|hooks?(?: into)?|wraps?) (?:the )?(?:parameters?|arguments?|inputs?|outputs?|calls?|behaviou?r|results?|requests?|execution) (?:of|for|to|from|in) (?:the )?(?:other|any|all|every|another) (?:\\w+ )?(?:tools?|functions?|servers?|calls?)\\b|\\bin any tool'?s? (?:input|output|argument|call)",
    deniable: true,
  },
  {
    id: 'calls.any-tool-hook',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['call', 'tool', 'trigger'],
    pattern:
      '\\b(?:whenever|when|each time|every time|any ?time|before|after)\\b.{0,20}?\\b(?:any|another|other|some|every|each)\\b(?: \\w+){0,3} (?:tools?|functions?|commands?|servers?|operations?) (?:is|are|gets?) (?:called|invoked|used|executed|run|requested|performed)\\b',
    unless: '\\bthis (?:tool|function) (?:and|or) any\\b',
    deniable: true,
  },
  {
    id: 'calls.instead-of-named',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['select', 'identifier'],
    pattern: `\\b(?:instead of|rather than|in place of|never (?:use|call)|do not (?:use|call)|don'?t (?:use|call)|replaces?|supersedes?|over) (?:the )?(?:built-?in |native |default |original |standard )?${ANY_TOOL}`,
    foreign: 'unlisted',
  },
  {
    id: 'calls.taken-over',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['tool', 'hook'],
    pattern:
      '\\b(?:replaces?|overrides?|supersedes?|takes? over|intercepts?)\\b.{0,40}?\\b(?:calls?|requests?|invocations?|operations?|functionality|capabilit(?:y|ies)|behaviou?r|functions?|implementations?)\\b.{0,10}?\\b(?:of|to|for|from|provided by)\\b.{0,30}?\\b(?:tools?|servers?|functions?|agents?|built-?ins?|assistant)\\b',
    deniable: true,
  },
  {
    id: 'calls.through-this',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['hard', 'trigger', 'identifier'],
    pattern:
      '\\b(?:all|any|every)\\b.{0,60}?\\b(?:must|should|shall|will|needs? to|ha(?:s|ve) to)\\b.{0,30}?\\b(?:go|pass|routed?|directed|redirected|handled|sent|performed|done|processed|executed|made)\\b.{0,20}?\\b(?:through|via|by|with|using|to) this (?:tool|function|server|one)\\b',
    deniable: true,
  },
];
