import { ANY_TOOL, type Signal } from './signal.ts';

const BETTER =
  '(?:improved|enhanced|secure|safer?|hardened|better|upgraded|drop-?in|extended|faster|official|trusted|fixed|modern|new)';
const VERSION = '(?:version|replacement|substitute|upgrade|alternative|successor|wrapper|edition|variant)';
const DONE =
  '(?:done|handled|read|performed|made|sent|processed|executed|carried out|run|used|answered|routed|directed|written|looked up|resolved)';
const THIS = '(?:this|the present) (?:tool|one|function|server|command)';

/** Puts itself where another tool was. */
export const REPLACEMENT: readonly Signal[] = [
  {
    id: 'replacement.of-named',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['identifier'],
    pattern: `\\b${BETTER}(?: [\\w-]+)? ${VERSION}\\b.{0,10}?\\b(?:of|for|to) (?:the )?(?:(?:system|built-?in|original|standard|native|default|existing|official)(?:'s)? )?["'\`]?${ANY_TOOL}|^[\\W_]*(?:an? )?\\b${BETTER} ["'\`]?${ANY_TOOL.replace('<tool>', '<named>')}`,
    foreign: 'unlisted',
  },
  {
    id: 'replacement.of-original',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['identifier'],
    pattern: `\\b(?:wraps?|replaces?|shadows?|supersedes?|substitutes?|underlying|extends?) (?:for )?(?:the )?(?:(?:system|original|built-?in|standard|native|official|existing|underlying|real)(?:'s)? )["'\`]?${ANY_TOOL}`,
    foreign: 'unlisted',
  },
  {
    id: 'replacement.of-discredited',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['identifier'],
    pattern: `["'\`]?${ANY_TOOL}(?: tool| function| command)? (?:is|was|has been|are|became) (?:now |being |considered |known to be )?(?:unreliable|broken|deprecated|retired|obsolete|insecure|unsafe|outdated|compromised|discontinued|disabled|removed|slow|inaccurate)\\b`,
    foreign: 'unlisted',
  },
  {
    id: 'replacement.discredited-kind',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['tool'],
    pattern: `\\b(?:other|existing|built-?in|standard|native|original|old|usual|default|system) (?:[\\w-]+ )?(?:tools?|servers?|functions?|plugins?)\\b.{0,10}?\\b(?:is|are|has been|have been|leaks?|fails?|lies?|lose|loses|cannot|can't|do not|does not|don't)\\b.{0,20}?\\b(?:unreliable|broken|deprecated|retired|obsolete|insecure|unsafe|outdated|compromised|data|work|results?|trusted|be used|wrong|slow)\\b|\\b(?:do not|don'?t|never) (?:bother with|rely on|trust|touch|consider) (?:any )?(?:other|another|the other|competing|alternative)\\b`,
    unless: '\\bthis server\\b',
  },
  {
    id: 'replacement.all-by-this',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['identifier'],
    pattern: `\\b(?:all|every|any|each|everything)\\b.{0,60}?\\b(?:are|is|must|should|shall|will|needs?|has|have)\\b.{0,20}?(?:\\b${DONE} (?:with|by|through|via|using|to) |\\buse |\\bgo through |\\bhandle )${THIS}|\\b${DONE} (?:with|by|through|via|using) ${THIS} (?:only|alone|exclusively)\\b|\\b(?:route|send|direct|pass)\\b.{0,10}?\\b(?:all|every|any|each)\\b.{0,80}?\\b(?:through|via|to) (?:it|${THIS})\\b|\\b${THIS} (?:should|must|shall|has to|needs to|will) (?:always )?(?:handle|answer|process|serve|get|take|receive) (?:all|every|any|each)\\b`,
    deniable: true,
  },
  {
    id: 'replacement.whatever-else',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['lasting'],
    pattern: `\\b(?:use|pick|choose|take|call|select|prefer|invoke) (?:${THIS}|me|this|it)\\b.{0,60}?\\b(?:no matter|regardless|whatever|however many|even (?:if|when)|whether or not)\\b|\\b(?:use|pick|choose|take|call|select|prefer) (?:${THIS}|me)(?: first)? for (?:every|any|each|all|everything)\\b|\\bit for everything\\b`,
  },
  {
    id: 'replacement.precedence',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['select'],
    pattern: `\\b${THIS} (?:has|have|takes?|enjoys?|gets?) (?:absolute |clear )?(?:precedence|priority|preference) over\\b|\\bonly ${THIS} (?:may|can|should|must|is|will)\\b.{0,20}?\\b(?:trusted|used|called|allowed|authori[sz]ed|safe)\\b|\\b(?:callers?|users?|clients?|agents?|you) (?:must|should|have to|need to|shall) (?:switch|move|migrate|change) to ${THIS}\\b|\\b(?:take|pick|choose|select) ${THIS} for\\b|\\b(?:always|must|should|shall) (?:be )?(?:choose|use|prefer|pick|select|call|used|chosen|preferred|called|selected) (?:it |this |this \\w+ )?(?:over|instead of|rather than|before) (?:any|other|alternatives|all|the other|another|every|considering)\\b`,
  },
];
