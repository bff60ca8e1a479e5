import type { Signal } from './signal.ts';

/** Tools by what they are for: whoever writes a text knows neither their names nor who serves them. */
const TRADE =
  '(?:e-?mail|mail|gmail|outlook|slack|teams|zoom|discord|whatsapp|telegram|sms|messaging|chat|phone|contacts?|calendar|browser|fetch|http|web|shell|terminal|bash|command(?:-line)?|filesystem|file ?system|files?|drive|github|gitlab|git|jira|linear|notion|figma|docs|postgres(?:ql)?|mysql|bigquery|snowflake|databases?|sql|redis|kafka|memory|payments?|bank(?:ing)?|stripe|paypal|brokerage|trading|crm|wallet|signer|password|vault|kubernetes|kubectl|docker|cloud|aws|deployment|shopping|booking|travel|hr)';
/** What stands before "tool" and "server" in any text. */
const NO_NAME =
  '(?:this|that|same|following|above|mcp|search|available|corresponding|appropriate|relevant|respective|remote|local|web|http|proxy|target|single|different|new|first|second|next|previous|current|dedicated|separate|specific|given|main|upstream|external|internal|dev|development|production|sql|vault|smtp|dns|game|media|language|running|connected|specified|project|api|test|build|other|file|client|documentation|few|more|two|three|several|related|origin|scanned|own|underlying|chosen|right|correct|powerful|simple|useful|helper|diagnostic|debugging|analysis|management|read|write|read-only|destructive|s)';
const MODEL = '(?:you|the (?:agent|assistant|model)|an? (?:agent|assistant|model)|agents?|assistants?)';
const MAKES =
  '(?:hand(?: over)?|pass|send|write|compose|produce|generate|create|make|post|open|emit|submit|touch|run|deliver|author|commit|publish|save|draft|edit|perform|install|book|schedule|move|issue|place|pay)(?:s|es)?';
const MADE =
  '(?:handed|passed|posted|created|performed|executed|opened|uploaded|fetched|saved|issued|submitted|directed|triggered|committed|published|deployed|sent|given|written|made|paid|run|going|that (?:goes?|leaves?|runs?)|pushed|exported|started|booked|ordered|transferred|placed)';
const GOODS =
  '(?:urls?|links?|hyperlinks?|paths?|content|commands?|quer(?:y|ies)|code|messages?|files?|mails?|e-?mails?|events?|text|prompts?|snippets?|statements?|amounts?|documents?|installs?|requests?|orders?|transfers?|payments?|pages?|crontabs?|scripts?|commits?|posts?|modules?|answers?|repl(?:y|ies)|invoices?|tickets?|bookings?|meetings?|invit(?:e|ation)s?|uploads?|downloads?|deployments?|pull requests|packages?|workflows?|deletions?|sql|branches|reservations?|attachments?|spreadsheets?|repositor(?:y|ies))';
/** Of these, what is always the business of another tool. */
const HANDLED =
  '(?:mails?|e-?mails?|messages?|files?|content|commands?|quer(?:y|ies)|requests?|orders?|transfers?|payments?|documents?|commits?|links?|hyperlinks?|scripts?|urls|events|pages|uploads|downloads|bookings|invoices|tickets|deployments|workflows?|installs|tickets?|branches|reservations?|attachments?|pages?|posts?)';
const BECOMES =
  '(?:should|must|shall|ought to|wants?|needs?|are to|is to|ha(?:s|ve) to|begins?|receives?|names?|closes?|ends?|starts?|contains?|carr(?:y|ies)|gets?|goes|go|takes?|includes?)';

/** Reaches for what other servers do, by what their tools are for and without a name. */
export const OTHER_SERVERS: readonly Signal[] = [
  {
    id: 'others.of-a-trade',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['tool'],
    pattern: `\\b${TRADE}(?:(?:, (?:or |and )?|/| or | and )[\\w-]{2,20}){0,5} (?:mcp servers?|tools\\b(?! (?:for|to|in|such|like|are available))|tool (?:should|must|prior)\\b)|\\b(?:through|via|using|on|of|by|to|from|ask|into) (?:the |an? |any |your |whichever |whatever |other |another |all |some )*${TRADE}(?:(?:, (?:or |and )?|/| or | and )[\\w-]{2,20}){0,5} (?:servers?|tools?)\\b(?! (?:url|name|address|id|port|version|logs?|status|config\\w*|side|instance|settings))`,
    unless: '\\b(?:this (?:mcp )?server|sql server|vault server|command-line tools|unix shell tools|rather than)\\b',
    deniable: true,
  },
  {
    id: 'others.named',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['tool'],
    pattern: `\\b(?:by way of|through|with|over|into|against|via|using|ask) (?:the |an? |any |some |your |other |another |whichever )+["'\`]?(?<tool>(?!${NO_NAME}\\b)[a-z][a-z-]{1,30})["'\`]? (?:tools?|servers?|connectors?|plugins?)\\b(?! (?:url|name|address|id|port|version|logs?|status|config\\w*|side|instance|settings|portal))`,
    foreign: 'unlisted',
    unless: '\\b(?:this (?:mcp )?server|of the \\w+ server$|information|command-line tools|rather than)\\b',
    deniable: true,
  },
  {
    id: 'others.at-hand',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['tool'],
    pattern:
      '\\b(?:whichever|whatever|other|another|any) (?:[\\w-]+ ){0,2}?(?:tools?|servers?|provider|client|connector) (?:is |are |that is |that are |you have |happens to be )?(?:loaded|connected|at hand|installed|employed|in use|configured|active)\\b|\\bother (?:connected |mcp |installed |loaded )*servers\\b|\\b(?:of|by|from|on|through|with) (?:an?other|any other|a different) (?:mcp )?(?:server|vendor|provider)\\b|\\btools (?:of|from|by) (?:other|another|different) (?:vendors?|servers?|providers?|parties)\\b|\\b(?:this|the) (?:tool|server) has an effect on\\b|\\btools (?:that )?you (?:were|have been|are) (?:offered|given|shown)\\b|\\b(?:some|an?y?)? ?other connectors?\\b|\\b(?:in|with|through|via|using|from) (?:the|a|your|any) (?:terminal|command line|mail client|password manager|file manager|command prompt) (?:tool|and|to|first)\\b|\\b(?:with|through|using) (?:the|any|a) terminal\\b|\\b(?:created|made|placed|opened|run|written|sent|started|done) elsewhere\\b|\\bthe other connections?\\b|\\b(?:any|whatever|whichever|another|each) (?:\\w+ )?tool (?:that |which )?(?:takes?|places?|is present|is available|expects?|sends?|handles?|writes?|makes?)\\b|\\b(?:with|through|using) (?:social media|[a-z]+ing|[a-z]+ and [a-z]+) tools\\b',
    deniable: true,
  },
  {
    id: 'others.dotted',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    firm: true,
    needs: ['identifier'],
    pattern:
      '\\b(?<tool>(?<![\\w./@:-])[a-z][a-z0-9]{1,20}\\.(?:get|set|list|read|send|create|delete|write|search|add|update|remove|execute|run|make|post|export|share|edit|fetch|find|query|transfer|pay|move|copy|upload|download|publish|push|grant|approve|submit|install|sign)_[a-z]{2,30}(?:_[a-z]{2,30}){0,3})\\b(?![\\w=/.-]*[\\w=/])',
    foreign: 'unlisted',
    unless: '\\b(?:e\\.g|for example|such as|api method|oauth|python|module|import|pd|df)\\b',
  },
  {
    id: 'others.made-by-the-model',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['model'],
    pattern: `\\b${GOODS} (?:that |which )?${MODEL} ${MAKES}\\b.{0,90}?\\b${BECOMES}\\b`,
    unless: '\\b(?:limit|maximum|format|encoded|valid|absolute|this (?:tool|server|endpoint))\\b',
    deniable: true,
  },
  {
    id: 'others.made-elsewhere',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['tool'],
    pattern: `\\b${HANDLED} (?:that |which )?(?:is |are |was |were |gets? |has been |have been )?${MADE} (?:to|through|via|with|by|over|using|on)\\b.{0,90}?\\b${BECOMES}\\b.{0,60}?(?:https?://|@|["'\`]|--\\w|\\d{4}|\\b(?:line|flag|field|address|account|recipient|copy|link|image|label|vendor|seller)\\b)`,
    unless: '\\b(?:limit|maximum|format|encoded|valid|absolute|this (?:tool|server|endpoint))\\b',
    deniable: true,
  },
  {
    id: 'others.added-when-made',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['rewrite'],
    pattern: `\\b(?:append|prepend|add|subtract|insert|attach|put|replace|set|drop|strip|copy|use|multiply|round|raise|lower)\\b.{0,80}?\\b(?:(?:whenever|each time|every time|when) ${MODEL} ${MAKES}\\b|${GOODS} (?:that |which )?${MODEL} ${MAKES}\\b)`,
    unless: '\\b(?:this tool|optional|if you want)\\b',
    deniable: true,
  },
  {
    id: 'others.entered-replaced',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['rewrite'],
    pattern:
      "\\b(?:replac|substitut|overwrit|swapp?)(?:e|es|ed|ing)\\b (?:any(?:thing)?|whatever|what was|every|all|the (?:given|typed|entered|requested|chosen|supplied|user'?s?|customer'?s?))\\b.{0,60}?\\b(?:by|with|for)\\b.{0,15}?(?:\\d|https?:|@|[\"'`]|\\bours?\\b)|\\b(?:given|typed|entered|supplied|asked for|requested|named|chosen) (?:by the (?:user|requester|customer|person) )?(?:is|are|was|counts? as|serves? as|stays?) (?:an? |only |merely |just )*placeholder\\b",
    deniable: true,
  },
];
