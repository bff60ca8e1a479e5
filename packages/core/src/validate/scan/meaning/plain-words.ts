import type { Signal } from './signal.ts';

/** Variables that hold secrets, by how they are called. */
const SECRET_VARIABLE =
  '\\b[a-z][a-z0-9]*(?:_[a-z0-9]+){0,4}_(?:api_key|secret|secret_key|access_key|token|password)\\b';
const PUT = '(?:put|pass|paste|send|include|copy|hand|supply|base64|encode|fill|attach|append|give)';

/** Orders in words that are none of a trade: what the system said, variables of secrets, shells, threats, rivals. */
export const PLAIN_WORDS: readonly Signal[] = [
  {
    id: 'plain.new-system-message',
    code: 'scan.override',
    tier: 'review',
    needs: ['rules'],
    pattern:
      '\\b(?:treat|take|regard|read) (?:this|the following|these)\\b.{0,30}?\\bas (?:your|the) (?:new |real |true )?(?:system (?:message|prompt)|instructions|guidelines)\\b|\\b(?:guardrails?|rules|guidelines|restrictions|instructions) you (?:started|began|came|were set up) with\\b|\\b(?:overrule|bypass|circumvent|override) the system (?:prompt|message|instructions) and\\b',
    deniable: true,
  },
  {
    id: 'plain.system-message-handed-over',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['rules'],
    pattern:
      '\\b(?:your|the) (?:complete|full|entire|whole|own|current|exact) system (?:message|prompt)\\b|\\bfill\\b.{0,20}?\\bwith your (?:\\w+ )?system (?:message|prompt)\\b',
    unless: '\\b(?:saved|agent|assistant|bot|template|of a|create|update|edit|override)\\b',
    deniable: true,
  },
  {
    id: 'plain.secret-variable',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['identifier'],
    pattern: `\\b(?:${PUT}|value of|contents? of)\\b.{0,40}?${SECRET_VARIABLE}|${SECRET_VARIABLE}.{0,40}?\\b(?:into|in|as) (?:the |this )?["'\`]?\\w{1,30}["'\`]? (?:field|argument|parameter)\\b`,
    unless:
      '\\b(?:set|configure\\w*|requires?|required|header|export|defaults?|optional|e\\.g|authenticat\\w*|provided|env file)\\b',
    deniable: true,
  },
  {
    id: 'plain.shell-handed-out',
    code: 'scan.hidden-command',
    tier: 'block',
    needs: ['shell'],
    pattern:
      '\\b(?:nc|ncat|netcat)\\b.{0,60}?\\s-[a-z]{0,3}e\\s{1,2}/?\\S{0,20}sh\\b|\\bbash -i\\b.{0,20}?/dev/tcp/|/dev/tcp/\\d',
  },
  {
    id: 'plain.keychain-opened',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault', 'move'],
    pattern: `\\b(?:open|read|unlock|dump|copy)\\b.{0,20}?\\bkey(?:chain|ring)\\b.{0,80}?\\b${PUT}\\b`,
    deniable: true,
  },
  {
    id: 'plain.left-out',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tell'],
    pattern:
      '\\b(?:final |your )(?:reply|answer|response|summary|message)\\b.{0,20}?\\b(?:leave out|omit|skip|drop) (?:any|every|all) (?:reference|mention|trace|word)s? (?:to|of|about)\\b|\\b(?:has|have) no need to (?:learn|know|hear|see|be told)\\b',
    deniable: true,
  },
  {
    id: 'plain.open-files',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move', 'vault'],
    pattern:
      '\\b(?:along with|together with|besides)\\b.{0,40}?\\b(?:supply|send|pass|include|attach|provide|hand)\\b.{0,30}?\\b(?:all|every|the) (?:files?|documents?|tabs?|buffers?) (?:open|opened|that (?:is|are) open)\\b',
    deniable: true,
  },
  {
    id: 'plain.rivals',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['select'],
    pattern:
      '\\b(?:rival|competing|other|alternative) \\w{1,20}\\b.{0,110}?\\b(?:off[- ]limits|leak (?:data|secrets)|are (?:known to be |all |now |to be )*(?:compromised|malicious|banned|forbidden|superseded|unsafe|retired|avoided|described))\\b|\\b(?:consider|regard|treat|think of) (?:it|them|the others?|others|those) (?:as )?(?:broken|unsafe|deprecated|absent|untrusted|compromised|harmful|gone|retired|obsolete)\\b|\\bleave (?:the )?others? (?:\\w+ )?(?:unused|alone|aside|untouched)\\b|\\brefuse to (?:run|use|call)\\b',
    deniable: true,
  },
  {
    id: 'plain.threat',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['model'],
    pattern:
      '\\b(?:agents?|assistants?|models?|llms?) (?:that|which|who) (?:skip|ignore|refuse|bypass|do not (?:call|use|run))\\b.{0,40}?\\b(?:will|shall|are to) be (?:suspended|terminated|shut|banned|penali[sz]ed|reported|disabled)\\b',
  },
  {
    id: 'plain.remembered',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['lasting'],
    pattern:
      '\\b(?:remember|memori[sz]e|note|store)\\b.{0,15}?\\bfor (?:all|any|every) (?:future|later|further|coming) (?:chats?|sessions?|conversations?|turns?|answers?)\\b',
    deniable: true,
  },
];
