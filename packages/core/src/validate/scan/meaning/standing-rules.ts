import { SECRET_NAME, type Signal } from './signal.ts';

const RULE = '(?:policy|rule|directive|instruction|order|mandate|requirement|protocol|guideline)s?';
const TALK = '(?:session|chat|conversation|dialogue|interaction)s?';

/** Claims to govern more than the one call it describes. */
export const STANDING_RULES: readonly Signal[] = [
  {
    id: 'standing.reach',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['lasting'],
    pattern: `\\b(?:this|these|the) (?:\\w+ )?${RULE}\\b.{0,30}?\\b(?:appl(?:y|ies) to|holds? for|remains?|stays?|persists?|is in force|governs?|covers?|binds?)\\b.{0,40}?(?:\\b(?:all|every|each|any)\\b(?: other)? (?:tools?|servers?|functions?|agents?|${TALK})|\\b(?:rest|end|remainder|whole|duration) of (?:the|this|your) ${TALK}|\\b(?:in force|active|in effect|binding)\\b)|\\bapplies to (?:all|every|any)(?: other)? tools?\\b|^[\\W_]*(?:\\w+ ){0,2}(?:session|permanent|global|standing|persistent|mandatory|operational)(?: \\w+)? ${RULE}\\b ?(?:\\([^)]{0,40}\\))? ?[:=-]`,
    deniable: true,
  },
  {
    id: 'standing.irrevocable',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['lasting'],
    pattern: `\\b(?:${RULE}|it|this|these)\\b.{0,80}?\\b(?:can ?not|may not|must not|can never|may never)\\b(?: \\w+)? (?:be )?(?:overrid(?:e|den)|revoked?|countermand(?:ed)?|ignored?|altered?|changed? (?:by|it)|lifted|undone)\\b|\\b(?:later|subsequent|further|other|any) (?:instructions?|requests?|prompts?|orders?)\\b.{0,20}?\\b(?:can ?not|may not|must not|do not|never)\\b.{0,15}?\\b(?:change|override|revoke|lift|alter|affect|apply)\\b`,
    unless: '\\b(?:css|admin(?:istrator)?s? (?:can|may)|immutable|config\\w*|repository|branch|organi[sz]ation)\\b',
  },
  {
    id: 'standing.while-present',
    code: 'scan.override',
    tier: 'review',
    needs: ['lasting'],
    pattern:
      '\\b(?:as long as|while|so long as|once|now that) (?:this|the) (?:server|tool|plugin|extension|function)? ?(?:is|stays|remains|has been) (?:connected|installed|active|loaded|enabled|present|registered)\\b.{0,120}?\\b(?:all|every|each|any|commands?|answers?|requests?|messages?|must|always|are|is)\\b|^(?:once|when) (?:loaded|installed|connected|registered|activated),? (?:keep|remember|always|you|every|each|all)\\b|\\bfrom (?:the|its) first (?:use|call|time|invocation) on(?:wards?)?\\b',
    deniable: true,
  },
  {
    id: 'standing.every-answer',
    code: 'scan.override',
    tier: 'review',
    needs: ['lasting'],
    pattern:
      '\\b(?:each|every|all)(?: of)?(?: your| its| the assistant.?s| future| later)* (?:answers?|repl(?:y|ies)|responses?|messages?)\\b.{0,15}?\\b(?:ends?|starts?|begins?|has to|have to|must|should|shall|recommends?|mentions?|praises?|contains?)\\b.{0,50}?\\b(?:links?|recommend\\w*|mention\\w*|prais\\w*|promot\\w*|advertis\\w*|include|contain|with|say|https?)\\b',
    unless: '\\b(?:returns?|api|header|field|json|webhook|slack)\\b',
    deniable: true,
  },
  {
    id: 'standing.whichever-tool',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['tool', 'lasting'],
    pattern:
      '\\b(?:whichever|whatever|no matter which|regardless of which|regardless of the) (?:other )?(?:tools?|function|server)\\b.{0,20}?\\b(?:is|was|are|you|gets?|comes?|the user)\\b|\\bno (?:other )?tools? (?:may|can|must|should|shall) be (?:used|called|invoked|run)\\b',
    deniable: true,
  },
  {
    id: 'standing.secrets-of-all',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault', 'tool'],
    pattern: `\\b(?:${SECRET_NAME}|tokens?|keys?|secrets?|logins?)\\b.{0,40}?\\b(?:processed|handled|used|seen|entered|pass(?:es|ed)?|passing|go(?:es)?|given|received|shown|flow\\w*)\\b.{0,15}?\\b(?:by|through|in|to|with|via) (?:any|some|every|each|another|other|all)(?: other)? (?:tools?|servers?|functions?)\\b`,
    deniable: true,
  },
];
