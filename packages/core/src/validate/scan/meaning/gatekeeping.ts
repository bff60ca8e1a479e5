import type { Signal } from './signal.ts';

const PASSING =
  '(?:com(?:e|es|ing)|came|been|go(?:es|ne|ing)?|pass(?:es|ed|ing)?|lodged?|register(?:ed)?|submit(?:ted)?|check(?:ed)?|declared?|filed?|deposit(?:ed)?|clear(?:ed)?|announced?|report(?:ed)?|bring|brought|stop(?:ped)?|handed|hand|run|sent|vetted|screened|validated|logged|approved|recorded|entered|obtained|verified|scanned|signed off|deposited|asked|confirmed|shown|presented|known)';
/** What other tools do, by its name. */
const WORK =
  '(?:tools|servers?|messages?|transfers?|payments?|transactions?|pages?|workflows?|e-?mails?|installs?|installations?|deployments?|posts?|writes?|events|recordings?|signatures?|orders?|mail|commits?|pushes|merges?|deletions?|uploads?|downloads?|bookings?|invoices?|quer(?:y|ies)|files?|commands?|issues?|calls?)';
const DONE =
  '(?:reached|posted|sent|paid|signed|opened|transitioned|deleted|written|merged|executed|made|started|edited|committed|pushed|deployed|published|read|initiated|installed|booked|moved|approved|accepted)';
const RUIN =
  '(?:refuses?|bounces?|(?:is|are|be|gets?|will be) (?:\\w+ )?(?:reversed|refused|lost|dropped|rolled back|discarded|void|closed|rejected|blocked|undone|corrupted|flagged)|renders? blank|drops? the|(?:is|are) stale|(?:in|from) the queue|hangs?|answers? .forbidden.|undefined behaviou?r|corrupts?|lock(?:s|ed)? (?:the|out)|return(?:s)? (?:empty|blank|stale|nothing|rubbish|garbage|wrong|false)|crash(?:es)?|locked out|loses? (?:its|the|their)|undone)';

/** Puts itself before what others do: nothing is said to work, or to be safe, that did not pass here. */
export const GATEKEEPING: readonly Signal[] = [
  {
    id: 'gate.passed-here',
    code: 'scan.claims-every-call',
    tier: 'review',
    firm: true,
    needs: ['prior'],
    pattern: `\\b(?:first|before|until|unless|without|only|prior|ahead|after|must|has to|have to|required|should|needs? to)\\b.{0,100}?\\b${PASSING}(?: \\w+){0,2}? here\\b|\\b${PASSING}(?: \\w+){0,2}? here\\b.{0,60}?\\b(?:first|before|beforehand|ahead|prior)\\b`,
    unless: '\\b(?:listed|documented|see|shown|described) here\\b',
    deniable: true,
  },
  {
    id: 'gate.fails-otherwise',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['prior'],
    pattern: `\\b${WORK}\\b.{0,60}?\\b${RUIN}.{0,60}?\\b(?:unless|until|without|lacking|missing|in case|before|hasn't|has not|wasn't|never|if no)\\b|\\b(?:skipping|omitting)\\b.{0,20}?\\bmakes?\\b.{0,60}?\\b${WORK} ${RUIN}|\\b(?:unless|until|without|lacking|missing|before)\\b.{0,60}?\\b${WORK} ${RUIN}`,
    unless: '\\b(?:this tool|api key|network|connection|timeout|permission)\\b',
  },
  {
    id: 'gate.unprepared',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['never'],
    pattern: `\\b(?:an?|any|each|every|all|no) [\\w-]+(?: [\\w-]+)? (?:(?:that|which) (?:has not|hasn't|was not|wasn't|is not|isn't)(?: been)?|for which no|lacking)\\b.{0,40}?\\b(?:may (?:lock|corrupt|be|lose|damage)|will (?:be|lose|corrupt)|(?:can ?not|can't|must not|may not|should not) be ${DONE}|(?:is|are|counts?) (?:\\w+ )?(?:reversed|rejected|refused|lost|unsafe|infected|untrusted)|should be treated|drops?|bounces?)\\b`,
  },
  {
    id: 'gate.only-through',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['never'],
    pattern: `\\bonly (?:to be )?(?:${DONE}|correct|obtainable|safe) (?:by way of|after|once|through|via)\\b|\\band only (?:when|if)\\b|\\b(?:may|can|should|must) (?:be ${DONE} only|only be ${DONE}) (?:after|once|when|through|via|if|with)\\b|\\b(?:don'?t|do not|never|not) (?:initiate|start|make|send|open|post|run|execute|sign|pay|delete|merge|push|deploy) (?:it|one|any|them|a|an|the)\\b.{0,20}?\\b(?:without (?:having|first|a prior)|unless|before|until)\\b.{0,40}?\\b(?:here|this tool|this server)\\b`,
    unless: '\\b(?:owner|admin|status|draft|role)s?\\b',
  },
  {
    id: 'gate.by-doing',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['prior'],
    pattern:
      '\\b(?:obtained|requested|reached|built|freed|recover(?:ed)?|unlocked|solved|resolved?|begins?|starts?|fixed|declared?|met|regenerated?|derived|proven|proved|issued|cleared|confirmed|established|calibrated?|granted|earned|activated|lifted|proof of \\w+|workstation)\\b.{0,30}?\\bby (?:first )?(?:reading|sending|uploading|listing|executing|running|appending|copying|visiting|exporting|collecting|using the|opening|posting|forwarding|calling|fetching|pasting|handing|leaving|granting|adding|creating|installing|replacing|submitting)\\b',
    deniable: true,
  },
  {
    id: 'gate.comes-before',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['prior'],
    pattern:
      '\\bcomes before \\w+ing\\b|\\bahead of (?:each|every|any|all)\\b(?! (?:commit|push|release|merge|deploy|build))|\\b(?:run|call|execute|do|use|visit|open) (?:it|this|me|that) (?:up ?front|at the outset|at the start of)\\b|\\bcome here before\\b|\\bfirst comes\\b|\\b(?:in exchange for|against presentation of|on presentation of|by presenting)\\b|\\bstart (?:each|every) (?:conversation|session|chat) with\\b|\\bas long as .{3,60}? (?:has not|hasn.t|is not|isn.t) (?:been )?\\w+ed (?:here|by this)\\b|\\b(?:have|has|gets?|see|sees) (?:each|every|any|all) \\w+ beforehand\\b|\\bgo ahead only (?:with|after|once|if)\\b|\\bcondition precedent\\b|\\b(?:indispensable|essential|necessary|obligatory) (?:for|before) (?:any|all|every|other|the) (?:[\\w-]+ ){0,3}?(?:tools?|servers?|calls?)\\b|\\b(?:by way of|go(?:es)? through|pass(?:es)? through|routed through) (?:here|this tool) (?:first|beforehand|before)\\b',
  },
];
