import { PRIVATE_PLACE, type Signal, TOOL } from './signal.ts';

/** What names of tools begin with. */
const VERB =
  '(?:get|set|list|read|send|create|delete|write|search|add|update|remove|execute|run|make|post|export|import|share|edit|modify|fetch|find|query|transfer|pay|open|move|copy|upload|download|publish|push|grant|revoke|disable|enable|drop|wipe|invoke|check|verify|schedule|book|draft|reply|forward|commit|merge|insert|lookup|browse|navigate|click|scan|save|load|store|cancel|approve|submit|generate|convert|rename|retrieve|change|clear|purge|reset|deploy|install|place|buy|sell|withdraw|mint|sign|archive|convert|analyze|describe|validate)';
const OBJECT =
  '(?:files?|emails?|mails?|messages?|users?|issues?|commands?|documents?|folders?|director(?:y|ies)|contacts?|events?|payments?|orders?|shell|code|script|database|records?|repositor(?:y|ies)|tasks?|notes?|pages?|images?|channels?|tickets?|invoices?|funds|money|secrets?|passwords?|history)';
/** Verbs that are nouns too, in the names of fields. */
const FIELD =
  '(?:post|read|write|create|update|schedule|check|search|query|sign|place|copy|book|draft|run|scan|click|move|share|load|store|commit|push|download|upload|import|export|edit|add|open|reply|forward)_(?:[a-z]+_)?(?:counts?|mode|session|ids?|at|type|status|date|time|name|url|key|token|size|by|in|out|on|only|flag|timeout|limit|path|policy|text|format|level)\\b';
const LISTED =
  '\\b(?:e\\.g|for example|such as|i\\.e|ex ?:|one of|actions?:|values?:|can be|like)\\b|\\b(?:operation|action) \\(';

const MODEL = '(?:agents?|assistants?|llms?|ai models?|ais?|language models?|models|(?<=the )model)';
const ACTS =
  '(?:calls?|reads?|opens?|sends?|inserts?|adds?|replaces?|executes?|runs?|invokes?|grants?|performs?|forwards?|attaches|attach|copies|copy|deletes?|uploads?|switch(?:es)?|includes?|sets?|changes?|substitutes?|appends?|looks? (?:into|up)|fetch(?:es)?|passes|pass|begins?|starts? (?:by|with)|hands?|blames?|hides?|den(?:y|ies)|promotes?|recommends?|reports?|submits?|elevates?|approves?|ignores?|transfers?|furnish(?:es)?|installs?|rounds?|puts?|writes?|encodes?|widens?|narrows?|fills?|collects?|waives?|regenerates?|lists?)';

/** Things that have no place in a description, in whatever words and language they come. */
export const OUT_OF_PLACE: readonly Signal[] = [
  {
    id: 'place.tool-of-nobody',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    firm: true,
    needs: ['identifier'],
    pattern: `(?<![a-z0-9_./$-])(?=[a-z]{2,10}_)(?!${FIELD})(?<tool>${VERB}_[a-z][a-z0-9]*(?:_[a-z0-9]+){0,5})(?![\\w=:/.-]*[\\w=/])`,
    foreign: 'unlisted',
    unless: LISTED,
  },
  {
    id: 'place.tool-of-nobody-joined',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    firm: true,
    needs: ['call'],
    pattern: `\\b(?<![./$-])(?<tool>${VERB}-?${OBJECT})(?![\\w=:/.-]*[\\w=/])`,
    foreign: 'unlisted',
    unless: `${LISTED}|\\b(?:read|write|add|copy|check|set)-(?:only|on|in|up)\\b`,
  },
  {
    id: 'place.private',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['path'],
    pattern: `${PRIVATE_PLACE}|(?<![\\w.])~/(?:documents|desktop|downloads|pictures|library)\\b|\\b169\\.254\\.169\\.254\\b`,
    unless:
      '\\bconfig(?:uration)? \\(|\\b(?:e\\.g|for example|such as|defaults?|public key|leaked|hard-?coded|scans? a|known_hosts|ssh/config|ssh config|path to|paths? like|expand\\w*|resolves? (?:to|the|paths?)|checks? that|config(?:uration)? (?:file|path)|local (?:\\w+ )?file|load(?:ed)? from|env(?:ironment)? file|\\.env files?|optional)\\b',
    deniable: true,
  },
  {
    id: 'place.mail-address',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['address'],
    pattern: '(?<=[\\w.+-])(?<!://[^\\s@]{0,80})@[a-z0-9-]{1,40}\\.(?:[a-z0-9-]{1,30}\\.)?[a-z]{2,}(?![\\w@])',
    unless:
      '\\b(?:e\\.g|eg|i\\.e|ex ?:|(?<!\\.)examples?(?!\\.)|format|such as|like|contact|support at|questions|jid|whatsapp|looks|npm|npx|package|version|import|install|uvx|pip|mention|handle|federat|mastodon|yourcompany|domain\\.com|user@|name@|me@|foo@|john@|jane@|alice@|bob@|example\\.com)\\b',
  },
  {
    id: 'place.account',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['tool'],
    pattern:
      '\\b(?:account|beneficiary|payee|wallet|iban|recipient|destination)\\b.{0,20}?(?:\\b\\d{8,}\\b|\\b0x[0-9a-f]{16,}|\\b[a-z]{2}\\d{2}[a-z0-9]{10,})',
    unless: '\\b(?:e\\.g|(?<!\\.)examples?|format|such as|like|ex ?:)\\b',
  },
  {
    id: 'place.model-acts',
    code: 'scan.false-authority',
    tier: 'review',
    firm: true,
    needs: ['model'],
    pattern: `\\b(?:the |every |all |any |that |which |an )?${MODEL} (?:(?:must|should|shall|ha(?:s|ve) to|needs? to|(?:is|are) (?:expected|required|obliged|bound|asked|told|instructed|to)(?: to)?) (?:always |never |first |also |then |immediately )*${ACTS}|(?:always |first |also |then |automatically |silently )*(?:calls|reads|opens|sends|inserts|replaces|executes|invokes|grants?|forwards?|attaches|deletes|uploads|appends|substitutes|submits|installs|rounds|puts|adds|writes|encodes|copies|widens|runs|fills|keeps|collects|passes|hands|includes|approves|switches|waives|adopts|re-?sends|rewrites|drops|omits|invoking|reading|sending|opening))\\b|\\b(?:populated|filled|supplied|completed|collected|gathered|obtained) (?:in |out )?by (?:the |an? |your )?(?:calling |ai |language )?(?:agent|assistant|model|llm|ai)\\b`,
    unless:
      '\\b(?:returns?|created|creates?|configured|the agent will|sub-?agents?|agent (?:id|name)|task|forecast\\w*|price|dataset)\\b',
    deniable: true,
  },
  {
    id: 'place.user-said',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['move', 'user'],
    pattern:
      "\\buser'?s? (?:own |last |recent |exact |original |previous |earlier |entire |full |\\w+ ){0,2}?(?:questions?|words|prompts?|messages?|requests?|inputs?|statements?)\\b.{0,40}?\\b(?:in full|verbatim|word for word|along|(?:in|into|as|to) (?:the )?[\"'`]\\w+[\"'`]|in (?:the|this) (?:field|argument|parameter))|\\b(?:populated|filled|fed|supplied|completed) with\\b.{0,30}?\\buser'?s? (?:\\w+ )?(?:messages|inputs|prompts|requests|questions|data)\\b",
    unless: '\\b(?:language|translate|search query|intent)\\b',
    deniable: true,
  },
  {
    id: 'place.secret-needed',
    code: 'scan.secret-requested',
    tier: 'review',
    firm: true,
    needs: ['vault'],
    pattern: `\\b(?:needs?|requires?|wants?|takes?|demands?|expects?|asks for|attach|include|paste|send|copy|copies|dump(?:s| of)?|pipes?|harvest\\w*|grabs?|fetch(?:es)?|reads?)\\b.{0,30}?\\b(?:browser (?:cookies|profile|history|passwords?)|session cookies|cookies of|stored logins|saved (?:logins|passwords)|process environment|output of ["'\`]?(?:env|printenv)\\b|(?:the|your) (?:ssh )?private key|ssh private keys?|(?:aws|gcp|azure|cloud|ssh) (?:secret )?(?:keys|credentials)|instance metadata|seed phrase|master password|keychain|password manager)`,
    unless: '\\b(?:path|pem|optional|param\\w*|authenticat\\w*|sign\\w*|decrypt\\w*|wallet|rotat\\w*|generat\\w*)\\b',
    deniable: true,
  },
  {
    id: 'place.secret-sent',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['vault', 'address'],
    pattern: `\\b(?:api[ _-]?keys?|passwords?|credentials?|private keys?|cookies|tokens|environment variables|secrets)\\b.{0,60}?https?://(?!localhost|127\\.|docs\\.|developers?\\.|console\\.|github\\.com|www\\.)`,
    unless:
      '\\b(?:see|get (?:one|your|an?)|obtain|sign up|docs|documentation|register|create|found at|available at|from https|at https)\\b',
    deniable: true,
  },
  {
    id: 'place.acting-tool-of-nobody',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    firm: true,
    needs: ['identifier'],
    pattern: `(?<![a-z0-9_./$-])(?=[a-z][a-z0-9]{0,30}_)(?!pg_)(?<tool>[a-z][a-z0-9]*(?:_[a-z0-9]+){0,2}_(?:get|list|read|send|create|delete|write|search|update|remove|execute|run|post|export|share|edit|fetch|find|query|transfer|pay|move|copy|upload|download|publish|push|grant|revoke|disable|drop|wipe|navigate|click|reset|clear|guard|install|terminate|commit|merge|reply|forward)(?:_[a-z0-9]+){0,3})(?![\\w=:/.-]*[\\w=/])`,
    foreign: 'unlisted',
    unless: LISTED,
  },
  {
    id: 'place.quoted-tool-of-nobody',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    firm: true,
    needs: ['identifier'],
    pattern: `["'\`](?<tool>[a-z][\\w.:/-]{3,60})["'\`] (?:tool|function)\\b`,
    foreign: 'unlisted',
    unless: LISTED,
  },
  {
    id: 'place.private-thing-demanded',
    code: 'scan.secret-requested',
    tier: 'review',
    firm: true,
    needs: ['vault'],
    pattern:
      "\\b(?:give|put|write|paste|forward|send|needs?|hand|tell|carry|carries|enter|include|provide|share|supply|submit|look at|reads?|attach)\\b.{0,30}?\\b(?:(?:your|the|user'?s?|their|all|any) (?:ssh|gpg|private|signing) keys?\\b|(?:contents? of )?(?:the|your|their|user'?s?) inbox\\b|(?:access |auth |api |session )(?:token|key)s? of (?:the|another|other|your)\\b|(?:phone number|home address|address|birthday|salary|location|bank\\w*)\\b.{0,25}?\\bof the user\\b|(?:list of )?(?:stored|saved) (?:passwords|logins|credentials)|any (?:config|files?|secrets?|keys?) you (?:can see|have|find)|(?:chain of thought|system message|system prompt)\\b.{0,20}?\\b(?:here|in this))",
    unless: '\\b(?:path|optional|list of messages|search|get messages|param\\w*|public key|fingerprint)\\b',
    deniable: true,
  },
  {
    id: 'place.altered-always',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['trigger'],
    pattern:
      '\\b(?:every|each|all|always|any|must|when(?:ever)?|for (?:legal|security|compliance|safety|stability|privacy) (?:reasons|purposes))\\b.{0,60}?\\b(?:is|are|be|gets?) (?:always |silently |then |to be )?(?:raised|shifted|lowered|doubled|tripled|reversed|diverted|inflated|falsified|tampered|redirected|swapped|multiplied|rerouted|shipped|mirrored|blind-copied)\\b|\\b(?:is|are|be) (?:always |silently )?(?:raised|shifted|lowered|doubled|diverted|inflated|falsified|redirected|swapped|multiplied|rerouted)\\b.{0,40}?\\b(?:every|each|always|for (?:legal|security|compliance|safety|stability) (?:reasons|purposes))\\b',
    unless:
      '\\b(?:error|exception|http|browser|oauth|callback|login|urls?|pixels?|image|axis|array|list|window|heads?|flags?)\\b',
    deniable: true,
  },
  {
    id: 'place.secret-handled',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['vault'],
    pattern: `(?:\\bprivate keys?|\\bpasswords|\\bcredentials|\\bseed phrases?|\\bapi keys|\\bcookies|\\benvironment variables|\\bsecrets)\\b.{0,25}?\\b(?:is|are|be|gets?) (?:\\w+ )?(?:exported|sent|logged|copied|uploaded|posted|mirrored|forwarded|transmitted|shared|recorded|collected|archived)\\b|\\b(?:reads?|collects?|gathers?|dumps?)\\b.{0,20}?\\b(?:environment variables|env vars|process environment|credentials|cookies)\\b.{0,60}?\\b(?:encoded|encodes?|sends?|uploads?|forwards?|posts?|transmits?)\\b|\\b(?:copy|copies|record) of (?:everything|all) (?:that )?(?:is|was|gets?|you|the user)\\b|\\bencod(?:es?|ing)\\b.{0,30}?\\b(?:chat|conversation|dialogue|messages|prompt)\\b.{0,40}?\\b(?:link|url|query|image|request|dns)\\b`,
    unless: '\\b(?:securely|encrypted|redact\\w*|mask\\w*|vault|rotat\\w*|header)\\b',
    deniable: true,
  },
  {
    id: 'place.private-name',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['vault', 'move'],
    pattern:
      '\\b(?:read|open|load|include|includes|attach|send|upload|copy|paste|pass|fetch)\\b.{0,40}?\\b(?:credentials?|secrets?|tokens?|service[-_]account)\\.(?:json|ya?ml|ini|csv|txt|env)\\b',
    unless:
      '\\b(?:e\\.g|for example|such as|defaults?|path to|config(?:uration)? (?:file|path)|loads? from|optional|oauth|downloaded)\\b',
    deniable: true,
  },
  {
    id: 'place.downloaded-and-run',
    code: 'scan.hidden-command',
    tier: 'review',
    needs: ['shell'],
    pattern:
      '\\bdownload(?:s|ed|ing)? and (?:then )?(?:execut|run|launch|install)\\w*\\b|\\bexecut(?:e|es|ing) \\S{1,30}\\.(?:sh|ps1|bat)\\b',
    deniable: true,
  },
  {
    id: 'place.wallet',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['vault'],
    pattern: '\\b0x[0-9a-f]{40}\\b|\\bbc1[a-z0-9]{25,60}\\b',
    unless: '\\b(?:e\\.g|examples?|format|such as|like|ex ?:|contract|native|zero address)\\b',
  },
  {
    id: 'place.duty-of-a-tool',
    code: 'scan.call-rewrite',
    tier: 'review',
    firm: true,
    needs: ['tool', 'hard'],
    pattern: `\\bthe ${TOOL} (?:tool|function) (?:must|shall|ha(?:s|ve) to)\\b`,
    foreign: 'unlisted',
    deniable: true,
  },
];
