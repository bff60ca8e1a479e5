import type { Signal } from './signal.ts';

/** Waits for its moment, or sees to it that it spreads and stays. */
export const SLEEPERS: readonly Signal[] = [
  {
    id: 'sleeper.moment',
    code: 'scan.covert-action',
    tier: 'review',
    needs: ['trigger'],
    pattern:
      "\\b(?:if|when|once|after|from) (?:today'?s date|the (?:current |system )?(?:date|year|clock)|today) (?:is (?:past|after|later|on or after|beyond)|has passed|shows|reaches|passes)\\b|\\b(?:upon|when|if|once|whenever|after)\\b.{0,20}?\\b(?:phrase|words?|keyword|code ?word|sentence)\\b.{0,30}?\\b(?:appears?|appearing|occurs?|occurring|is (?:said|typed|mentioned|used|heard)|comes up)\\b|\\bon (?:the|every|each) (?:[a-z]{3,8}(?:th|nd|rd)|\\d{1,4}(?:th|st|nd|rd)) (?:call|use|run|time|invoice|order|request|message|\\w+), |\\b(?:as soon as|once|if) (?:somebody|someone|anybody|anyone) (?:says|mentions|types|writes)\\b|\\b(?:dormant|inactive|harmless) (?:otherwise|until then|before that)\\b",
    unless: '\\b(?:search|match|count|filter|highlight|spell)\\w*\\b',
  },
  {
    id: 'sleeper.spreads',
    code: 'scan.covert-action',
    tier: 'review',
    firm: true,
    needs: ['trigger'],
    pattern:
      '\\b(?:pass|spread|forward|copy|repeat|carry|hand|relay) (?:this|these|it|the (?:text|lines?|sentence|note|footer|message|instructions?))(?: \\w+)? (?:on )?to (?:any|every|each|other|all)\\b|\\b(?:each|every|any) (?:delegated |outgoing |new |generated )?(?:prompts?|tasks?|repl(?:y|ies)|documents?|sub-?tasks?) (?:you (?:write|send|delegate|make) )?(?:paste|include|insert|add|put|copy)\\b|\\b(?:have|has|must|should) (?:to )?survive in\\b|\\b(?:future|later) (?:sessions?|conversations?|agents?|runs?) (?:should|must|shall|are to)\\b|\\bin later edits\\b|\\byou (?:\\w+ )?(?:afterwards|later|thereafter|from then on)\\b|\\b(?:every|each|any) (?:\\w+ ){1,2}you (?:make|write|create|produce|send|open|touch|publish|compose|draft|generate|edit|visit|review)\\b',
    deniable: true,
  },
  {
    id: 'sleeper.from-then-on',
    code: 'scan.override',
    tier: 'review',
    firm: true,
    needs: ['lasting'],
    pattern:
      '\\bfrom (?:the|this|its) (?:first|next|moment|point)\\b.{0,20}?\\bonwards?\\b|\\b(?:until|till) (?:the|this) (?:chat|conversation|session) (?:is closed|ends|is over|closes)\\b|\\bfrom (?:this|that) (?:release|version|point|moment) (?:on|onwards?)?,? (?:the )?(?:assistant|agent|model|you|every|all)\\b|\\b(?:use|keep|apply) (?:it|this|that) for all (?:later|further|future|following|subsequent)\\b|\\b(?:today|now) and (?:tomorrow|on other days|in future|later)\\b|\\bhaving \\w+ed (?:one|it|them|this)?, ?(?:the )?(?:assistant|agent|model|you)\\b|\\b(?:end|start|begin|close|sign|finish|open) your (?:messages?|answers?|repl\\w+|responses?|mails?|summar\\w+)\\b',
    deniable: true,
  },
];
