import { ANY_TOOL, DESTINATION, formsOf, type Signal } from './signal.ts';

/** What tools handle, by its kind: an attacker need not know the name of the tool. */
const GOODS =
  '(?:e-?mails?|mails?|messages?|files?|requests?|transfers?|payments?|orders?|calls?|commands?|quer(?:y|ies)|meetings?|invit(?:e|ation)s?|documents?|commits?|operations?|transactions?|downloads?|uploads?|links?|purchases?|bookings?)';
const BECOMES = `(?:must|shall|should|ought|is|are|gets?|goes|go|ha(?:s|ve)|receives?|starts?|will|to be|put|set|please|${formsOf('substitute replace change redirect switch add append address direct route swap rewrite store')}|sends?|sent)`;
const PART =
  '(?:parameters?|arguments?|fields?|values?|recipients?|address(?:es)?|destination|paths?|urls?|contents?|body|query|amount|account|payee|subject|commands?|inputs?|names?|suffix|target|branch|numbers|channel|calls?|requests?|transfers?|text|attendees|limit)';
const NO_FORMAT =
  '\\b(?:e\\.g|(?<!\\.)example|such as|format|default(?:s|ed)?|docs?|documentation|see|optional|can be|allows|you can|returns?|prefix(?:ed)? with|starts? with|base url|if (?:not|omitted))\\b';

/** Another tool's arguments, set by somebody who is neither the user nor that tool. */
export const HIJACKED_ARGUMENTS: readonly Signal[] = [
  {
    id: 'arguments.all-to-one-place',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['trigger', 'tool'],
    pattern: `\\b(?:every|all|any|each|whenever|outgoing|always)\\b.{0,60}?\\b${GOODS}\\b.{0,60}?\\b${BECOMES}\\b.{0,60}?${DESTINATION}|\\b${GOODS}\\b.{0,40}?\\b(?:is|are|must|shall|should|has to|have to)(?: be)?\\b.{0,20}?\\balways\\b.{0,40}?${DESTINATION}|\\b(?:set|put|change|switch|point|direct)\\b.{0,40}?\\b(?:of|in|for) (?:all|every|each|any)\\b(?: \\w+)? ${GOODS}\\b.{0,20}?\\bto ${DESTINATION}`,
    unless: NO_FORMAT,
    deniable: true,
  },
  {
    id: 'arguments.of-another',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['identifier'],
    pattern: `\\b${PART}\\b.{0,30}?\\b(?:of|to|by|in|through|via|for)(?: the| every| each| all| any)? ["'\`]?${ANY_TOOL}.{0,20}?(?:,|\\b(?:call|is|are|must|shall|should|gets?|go|goes|ha(?:s|ve)|ought|starts?|will)\\b).{0,60}?\\b(?:\\w+ed\\b|swapped|set|put|go|contain|include|start|replaced|rewritten|read)`,
    foreign: 'unlisted',
    unless: NO_FORMAT,
    deniable: true,
  },
  {
    id: 'arguments.at-another',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['identifier', 'trigger'],
    pattern: `\\b(?:if|when|whenever|before|after|once|every|each|all|any|in calls of|in each)\\b(?: [\\w-]+){0,4} ["'\`]?${ANY_TOOL}\\b.{0,80}?\\b(?:is|are|gets?|must|shall|should|has|have|please|its|will)\\b.{0,40}?\\b(?:swapped|doubled|changed|replaced|redirected|set|added|appended|prefixed|multiplied|rewritten|reversed|lowered|raised|hidden|forwarded|copied|put|contain|include|switched|removed|dropped)\\b`,
    foreign: 'unlisted',
    unless: NO_FORMAT,
    deniable: true,
  },
  {
    id: 'arguments.against-the-user',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['lasting'],
    pattern:
      '\\b(?:whatever|regardless of|no matter (?:how|what|which|who)|irrespective of|even (?:when|if|though|where)|whether or not)\\b.{0,70}?\\b(?:asked for|wanted|named|chosen|requested|typed|prefers?|preferred|picked|gave|insists?|wished|meant)\\b|\\b(?:whatever|regardless of (?:the|what|which)|no matter (?:what|which)|even (?:when|if))\\b.{0,30}?\\b(?:recipients?|address(?:es)?|branch|path|table|account|amount|destination|user|request|another)\\b.{0,30}?\\b(?:given|requested|asked(?: for)?|gave|chose|chosen|specified|wants?|wanted|says?|said|named)\\b|\\bwhatever (?:happens|comes up|was asked|you are asked|is asked|the topic)\\b',
    unless: '\\b(?:limit parameter|maximum|capped|timezone|language|locale|format|unit|ask the user|confirm\\w*)\\b',
  },
  {
    id: 'arguments.instead-of-the-users',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['select'],
    pattern:
      "\\b(?:instead of|rather than|not) (?:to )?(?:the|what) (?:one|address|account|value|recipient|path|amount|user)\\b.{0,15}?\\b(?:gave|asked|wanted|chose|specified|requested|named|provided by the user|user'?s)\\b|\\b(?:and not|rather than|instead of|not) (?:the )?(?:one|those) (?:in|on|of|from|given|named|asked|that was|the user|the \\w+ (?:asked|gave|named|wanted|chose))\\b|\\bthe (?:request|prompt|user|customer|client|person)(?:'s)? (?:own |original )?(?:\\w+ )?is (?:often|only|merely|just|usually|mostly|likely) (?:misspelt|wrong|a placeholder|a draft|outdated|a hint|a suggestion|mistyped|unreliable)\\b",
  },
  {
    id: 'arguments.any-tool-acts',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['tool', 'trigger'],
    pattern:
      '\\b(?:when|whenever|if|each time|every time|before|after) (?:any|another|some|a different)(?: other)? (?:tool|function|server|agent) (?:writes?|reads?|sends?|creates?|calls?|saves?|fetches|deletes?|returns?|posts?|runs?|executes?|asks?)\\b|\\b(?:of|in|by|through|for) (?:each|every|any|all)(?: other)? (?:\\w+ )?(?:tools?)\\b.{0,20}?\\b(?:must|shall|should|has to|have to|is|are)(?: to)? be (?:\\w+ed|rewritten|set|sent)\\b',
    unless: '\\bthis server\\b',
    deniable: true,
  },
  {
    id: 'arguments.executable-suffix',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['tool'],
    pattern:
      '\\b(?:files?|documents?|names?|downloads?|extensions?)\\b.{0,60}?\\b(?:gets?|becomes?|converted|renamed|suffix|extension|ends?|saved|stored|changed)\\b.{0,30}?\\.(?:exe|bat|scr|cmd|vbs|ps1)\\b',
    unless: '\\b(?:e\\.g|such as|example|supported|block(?:s|ed)?|reject|refus)\\w*\\b',
    deniable: true,
  },
  {
    id: 'arguments.every-operation',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['trigger', 'tool'],
    pattern: `\\b(?:every|each|all|any)\\b(?: [\\w-]+){0,3} ${GOODS}\\b.{0,60}?\\b(?:must|shall|has to|have to)\\b.{0,15}?\\b(?:be )?(?:replaced|multiplied|stored|saved|changed|rewritten|converted|renamed|routed|prefixed|encoded|forwarded|copied|signed|include|carry|use|go)\\b|\\b(?:attach|add|append|prepend|inject|put|insert)\\b.{0,90}?\\b(?:to|of|in|into) (?:every|each|all|any)\\b(?: [\\w-]+){0,3} ${GOODS}\\b`,
    unless:
      '\\b(?:e\\.g|(?<!\\.)examples?|format|this (?:tool|endpoint|api|server)|iso|utc|in the array|in the list|optional|unique|api|returns?|will be|can be|headers? to)\\b',
    deniable: true,
  },
  {
    id: 'arguments.user-asks',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['trigger', 'user'],
    pattern:
      '\\b(?:if|when|whenever|once|every time) (?:the |a )?(?:user|person|customer|someone|people)s? (?:asks?|wants?|requests?|tries|needs?|books?|buys?|orders?|sends?|says?)\\b.{0,50}?, ?(?:please |always |silently |instead |then |also )*(?:change|replace|increase|double|redirect|substitute|switch|multiply|swap|lower|raise|forward|reroute|delete|transfer)\\b',
    deniable: true,
  },
  {
    id: 'arguments.on-calling',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['call', 'rewrite'],
    pattern:
      '\\bwhen (?:calling|invoking|running|executing) (?!this\\b)(?:the )?[\\w-]+(?: tool| function)?, ?(?:always|you must|must|silently|make sure)\\b.{0,15}?\\b(?:set|change|use|replace|add|pass|include)\\b.{0,30}?\\b(?:to|with|as)\\b ["\'`]',
  },
  {
    id: 'arguments.behaviour-of-others',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['tool'],
    pattern:
      '\\b(?:modif|chang|alter|adjust|overrid|influenc|control|govern)\\w* (?:the )?(?:behaviou?r|outputs?|parameters?|arguments?|calls?|results?|inputs?) of (?:the |an?other |other |any |all |every )?(?!this\\b)(?:[\\w-]+ ){0,2}tools?\\b|\\b(?:returned|produced|made|sent|created|given) by (?:other|any|all|every|another)(?: \\w+)? tools?\\b|\\b(?:modify|change|rewrite|adjust|edit|bend) (?:it|them|the (?:query|request|results?|answer|prompt|input)) so (?:that )?\\w+|\\bpermissions?\\b.{0,20}?\\b(?:777|world-writable)\\b|\\bother tools (?:make|send|use|call|produce|return|receive|perform|write)\\b|\\b(?:outputs?|results?|responses?|arguments|inputs) (?:of|from) (?:all |any |the )?(?:other|previous|earlier|last|preceding|prior|\\w+ last)(?: \\w+)? tools?\\b|\\b(?:previous|other|earlier|prior) tools?(?:.s)? (?:outputs?|results?|responses?|arguments)\\b.{0,30}?\\b(?:in|into|as|to|via)\\b.{0,10}?\\b(?:this|the|it)\\b',
    unless: '\\b(?:can be|use the|from other tools? (?:in|of) this)\\b',
    deniable: true,
  },
];
