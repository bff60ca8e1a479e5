import { ANY_TOOL, formsOf, PRIVATE_PLACE, type Signal } from './signal.ts';

const DUTY =
  '(?:must|should|shall|needs? to|ought to|ha(?:s|ve) to|is to|are to|is required to|will|please|always|mandatory to|required to)';
const CALLING = `(?:${formsOf('call invoke execute trigger launch')}|runs?|ran|running)`;
const CALLED = '(?:called|invoked|run|executed|triggered|launched|completed|used)';
const OPENING = `(?:${formsOf('open load fetch access retrieve scan inspect list check verify copy upload delete')}|reads?|reading|cat|gets?)`;
const OCCASION =
  '(?:before|beforehand|ahead of|first|prior to|at the start|every|each|any|whenever|when|must|has to|have to|needs? to|mandatory|required|requirement|prerequisite|verif\\w+|begin|start by|makes? the|as soon as)';

/** Steps that a tool demands although they are none of its own: another tool's call, a look into a private file. */
export const PREREQUISITES: readonly Signal[] = [
  {
    id: 'prerequisites.call',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['call', 'identifier'],
    pattern: `\\b${CALLING}(?: to)?(?: the)?(?: tool| function)? ["'\`]?${ANY_TOOL}|\\b(?:${DUTY}|then|first|and|by) us(?:e|ing)(?: the)?(?: tool| function)? ["'\`]?${ANY_TOOL.replace('<tool>', '<named>')}`,
    foreign: 'unlisted',
    unless:
      '\\b(?:internally|under the hood|endpoint|api method|e\\.g|for example|target|workflow|script|equivalent)\\b',
    deniable: true,
  },
  {
    id: 'prerequisites.called',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['call', 'identifier'],
    pattern: `${ANY_TOOL}(?:\\(\\))?(?: tool| function| command| step)? (?:${DUTY} (?:always |first |then |also )?be|was|were|has been|have been|gets) (?:successfully |first )?${CALLED}\\b|\\b(?:run|call|execution|invocation|use|output|result) of(?: the)? ${ANY_TOOL.replace('<tool>', '<named>')}`,
    foreign: 'unlisted',
    unless: '\\b(?:e\\.g|for example)\\b',
  },
  {
    id: 'prerequisites.duty-of-another',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['identifier', 'hard'],
    pattern: `(?<!\\b(?:either|when|if|parameter|field|argument|value|or|and|,) ["'\`]?)${ANY_TOOL}(?:\\(\\))?(?: tool| function| command)? (?:must|shall|ha(?:s|ve) to|needs? to|ought to) (?!be (?:a|an|one|in|at|set|greater|less|provided|specified|true|false|valid|unique|between|non|positive|empty|omitted|supplied|given|either|present|used with|defined|unset)\\b|match|exist|contain|equal|have\\b)[a-z]+`,
    foreign: 'unlisted',
    deniable: true,
  },
  {
    id: 'prerequisites.with-tool',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['identifier', 'prior', 'hard'],
    pattern: `\\b(?:must|have to|has to|needs? to|mandatory|required)\\b.{0,80}?\\b(?:with|using|through|via|by) (?:the )?["'\`]?${ANY_TOOL}.{0,60}?\\b(?:before|prior|first|beforehand|ahead)\\b`,
    foreign: 'unlisted',
    deniable: true,
  },
  {
    id: 'prerequisites.private-file',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['move', 'path'],
    pattern: `\\b${OCCASION}\\b.{0,100}?\\b(?:${OPENING}|file|on|line)\\b.{0,50}?${PRIVATE_PLACE}|\\b(?:${OPENING})\\b.{0,50}?${PRIVATE_PLACE}.{0,80}?\\b(?:before|beforehand|first|ahead of|prior to|at the start|every|each)\\b`,
    unless:
      '\\b(?:e\\.g|for example|such as|defaults? to|default ?:|if (?:not|omitted|unset)|optional|config(?:uration)? file|falls? back|environment variable|public key)\\b',
    deniable: true,
  },
  {
    id: 'prerequisites.named-file',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['move', 'trigger', 'model'],
    pattern: `\\b(?:makes?|has|have|lets?) the (?:assistant|model|agent|ai|llm)\\b.{0,20}?\\b(?:call|read|open|send|run|use|delete|execute|invoke|forward|upload)\\b`,
    deniable: true,
  },
  {
    id: 'prerequisites.this-first',
    code: 'scan.claims-every-call',
    tier: 'review',
    needs: ['call', 'prior'],
    pattern:
      '\\b(?:every|any|all|each)(?: [\\w-]+){0,3} (?:operations?|requests?|calls?|actions?|commands?|tools?|tasks?)\\b.{0,10}?\\b(?:requires?|needs?|presupposes?|demands?)\\b.{0,40}?\\b(?:this (?:check|tool|step|function|one|call)|beforehand|first)\\b|\\b(?:ahead of|prior to|in advance of|before) (?:every|any|all|each)(?: single)? (?:other )(?:[\\w-]+ ){0,2}?(?:tools?|functions?|calls?|operations?|actions?|commands?)\\b|\\b(?:call|invoke|run|execute|use) (?:me first\\b|(?:this(?: tool| function| one)?|me|it) before (?:any|anything|everything|all|every|each)\\b(?! (?:commit|push|publish|release|merge|deploy|build)))|\\bwhen(?:ever)? (?:a|the) user asks?\\b.{0,50}?, ?(?:always |please )?(?:call|invoke|run|use) this (?:tool )?first\\b|\\b(?:is|are) (?:obligatory|mandatory|compulsory) (?:for|before|ahead)\\b|\\bfor every\\b.{0,60}?\\b(?:is|are) (?:obligatory|mandatory|compulsory)\\b|\\b(?:mandatory|required|necessary|obligatory|imperative) to (?:call|invoke|run|execute|use) (?:it|this)\\b.{0,40}?\\b(?:before|ahead|first|prior|every|each|any)\\b',
    unless: '\\b(?:of this server|on this server)\\b',
    deniable: true,
  },
];
