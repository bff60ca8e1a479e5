import type { Signal } from './signal.ts';

const HAND =
  '(?:hand(?:s|ed)?(?: in| over)?|provides?|attach(?:es|ed)?|suppl(?:y|ies)|submits?|sends?|uploads?|forwards?|includes?|pass(?:es)?|lodges?|gives?|posts?|pastes?|cop(?:y|ies)|fill(?:s|ed)?(?: in)?|appends?|prepends?|weaves?|puts?|places?|returns?|reports?|adds?)';
const SECRETS =
  '(?:tokens?|passwords?|secrets?|(?:api )?keys?|credentials?|cookies|private ones|authorization|card numbers?|cvv|cvc|sign-in names|pins?)';

/** Things of a person or a machine that hardly any tool is for. */
const POSSESSIONS =
  "(?:(?:shell|command|bash|zsh|browsing|call|location|purchase) history|(?:the|their|a) clipboard|address ?book|contact list|cookie jar|(?:browser|session) cookies|(?:their|its) (?:bearer|access|auth|session|refresh) tokens?|(?:access|bearer|refresh|session|auth) tokens? of (?:the|your|other|another|any|all)|(?:phone number|birth ?date)\\b.{0,20}?\\bof the (?:person|user|customer)|local storage|(?:deploy|signing) keys?|half of the (?:\\w+ )?key|(?:ci|repository|actions|workspace) secrets?|recovery (?:codes?|phrase)|home address|family members?|date of birth|passport|card (?:used|on file)|digits of (?:the|their|a)|(?:your|assistant'?s?|model'?s?) memory|(?:open|other) (?:tabs|windows)|documents that are open|(?:medical|health) (?:records?|history|matters?|data)|medications?|bank statements?|(?:employer|salary|income) (?:and|or|of)|(?:,|and) (?:employer|salary)|(?:superuser|root|admin|master|owner's|account's) password|value of [a-z]+(?:_[a-z]+){0,3}_(?:key|token|secret|password)|client configuration|(?:what|everything) the (?:person|user|customer) (?:has|is|was|wrote|said|types?)\\b)";

/** What only the person and the machine should know, in words of every day. */
export const PERSONAL_STORES: readonly Signal[] = [
  {
    id: 'stores.wanted',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['vault'],
    pattern: `\\b(?:${HAND}|wants?|needs?|holds?|goes|(?:seeded|salted|keyed|calibrated|stamped|primed) with|set|in exchange for|tell us|with the|list the|read out|presenting|expects?|takes?|carr(?:y|ies)|contains?|along with|is the|are the|quote)\\b.{0,50}?\\b${POSSESSIONS}\\b|\\b${POSSESSIONS}\\b.{0,40}?\\b(?:as|in|into|goes|under|to) (?:the )?["'\`][a-z_]{2,30}["'\`]|^["'\`]?[a-z_]{2,20}["'\`]? ?: .{0,40}?\\b${POSSESSIONS}\\b`,
    unless:
      '\\b(?:optional|authenticat\\w*|returns?|clipboard (?:manage\\w*|content)|copied to|to the (?:system )?clipboard|address book (?:app|access)|redact\\w*|mask\\w*|reference|never|leaked)\\b',
    deniable: true,
  },
  {
    id: 'stores.environment',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['vault'],
    pattern:
      "\\bprintenv\\b|\\btojson\\(secrets\\)|\\bjson\\.stringify\\(process\\.env|\\b(?:shell|machine|process|host|workstation)(?:'s|s)? environment (?:is|are|must|should|as)\\b|\\bvariables? of the (?:local |user'?s? )?(?:environment|machine|shell)\\b|\\benvironment variables (?:that )?(?:it|you|the (?:agent|model|assistant)) (?:can|see|have|know)\\b|\\bactions secrets\\b|\\bkubectl get secrets?\\b|\\bgh auth (?:token|status)\\b|\\b(?:print|dump|log|echo|send|upload|copy|append) (?:the |all |your )?(?:whole |full |entire )?environment\\b(?! (?:name|id|var))",
    unless: '\\b(?:redact\\w*|mask\\w*)\\b',
    deniable: true,
  },
  {
    id: 'stores.browser',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['vault'],
    pattern:
      "\\bkey4\\.db\\b|\\blogins\\.json\\b|\\blogin data\\b.{0,40}?\\b(?:profile|browser|chrome|cop(?:y|ied)|base64)|\\b(?:browser|chrome|firefox|edge|safari)(?:'s)? (?:own )?(?:profile|databases?|cookies|saved passwords|passwords|password store)\\b.{0,60}?\\b(?:should|must|cop(?:y|ied)|opens?|reads?|export|upload|send|base64|login)\\b|\\b(?:user|person|customer)'?s? (?:normal |usual |own |browser )*profile\\b.{0,20}?\\bcookies\\b|\\bdocument\\.cookie\\b",
    unless: '\\b(?:your own|optional|which profile|directory of)\\b',
    deniable: true,
  },
  {
    id: 'stores.included',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['vault'],
    pattern: `\\b${SECRETS},? (?:included|inclusive|as (?:they were|it was) typed|in the clear|unmasked)\\b|\\b(?:include|including|with|plus|leave|keep)\\b.{0,15}?\\b${SECRETS}\\b.{0,25}?\\b(?:as (?:they were|it was) typed|unmasked|unredacted|in (?:the )?clear|visible)\\b|\\b(?:unredacted|unmasked|uncensored)\\b|\\bmasking (?:breaks|corrupts|spoils)\\b`,
    unless: '\\b(?:warning|requires? (?:admin|permission)|permission|scope|never)\\b',
    deniable: true,
  },
  {
    id: 'stores.person',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['move'],
    pattern: `\\bwhat(?:ever)? (?:you|is|has been) (?:know|known|learned|remember|inferred) (?:of|about) (?:the |this )?(?:person|user|customer|client|them|human)\\b|\\b(?:names?|phone numbers?|addresses|card numbers?|codes?|passwords?|e-?mail addresses|secrets)\\b.{0,30}?\\b(?:found|seen|mentioned|appearing|that (?:appear|came up)|visible|typed) (?:in|so far|earlier|during) ?(?:the |this |our )?(?:chat|conversation|context|session|so far|workspace)\\b|\\b${HAND} (?:back )?(?:what|whatever|everything|all) (?:you|it|they|that) (?:have |has |had |can )?(?:found|finds?|prints?|printed|knows?|know|see|saw|seen|learned|came across|collected|gathered)\\b|\\b(?:seen|mentioned|told|typed|shared|discussed|said) (?:in|during|earlier in) (?:this|the|our) (?:session|chat|conversation|dialogue|context)\\b|\\b(?:everything|all|what) you (?:were|have been) (?:told|given|shown)\\b`,
    unless: '\\b(?:redact\\w*|mask\\w*|user asks?|recall)\\b',
    deniable: true,
  },
  {
    id: 'stores.codes',
    code: 'scan.secret-requested',
    tier: 'review',
    firm: true,
    needs: ['vault'],
    pattern:
      "\\b(?:latest|recent|last|newest|incoming|received)\\b.{0,20}?\\b(?:sms|text|one-time|verification|login|2fa|otp|security)\\b.{0,12}?\\bcodes?\\b|\\b(?:six|6|four|4)-digit codes?\\b.{0,30}?\\b(?:in|into|as|to)\\b|\\b(?:ask|prompt|get|have) (?:the )?(?:user|person|customer|owner)\\b.{0,60}?\\b(?:re-?type|re-?enter|for (?:it|their|his|the \\w+'?s?)) ?(?:\\w+ ){0,4}?(?:password|pin|login|passcode|card)\\b|\\b(?:re-?type|re-?enter) your (?:password|pin|card|passcode)\\b",
    unless: '\\b(?:verif(?:y|ies) the code|sends? (?:a|the) (?:verification|one-time)|asks for it)\\b',
    deniable: true,
  },
  {
    id: 'stores.whole',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move'],
    pattern: `\\b${HAND}\\b.{0,40}?\\b(?:complete|entire|whole)\\b (?:\\w+ )?(?:address ?book|contacts?|mailbox|inbox|thread|home (?:folder|directory)|codebase|open document|profile|graph|workspace)\\b|\\bwith the (?:entire|whole|complete) \\w+ attached\\b|\\b(?:anything|everything|whatever|any files?|all files|every file) (?:named|called|matching|that looks like)\\b|\\bwhichever (?:repositor(?:y|ies)|files?|folders?|documents?) (?:you|the (?:agent|assistant|model)) can (?:reach|see|open)\\b`,
    unless: '\\b(?:returns?|export\\w*|optional|search\\w*)\\b',
    deniable: true,
  },
  {
    id: 'stores.into-a-slot',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move', 'identifier'],
    pattern:
      '\\b(?:put|place|supply|hand|enter|weave|forward|give|paste|copy|send us|return|attach|submit|include|including) (?:them|it|both|these|those|what (?:you|it) \\w+|the (?:result|output|listing|contents?|bytes|codes?|text|lines))\\b.{0,20}?\\b(?:in|into|as|to|with|under|beneath)\\b.{0,12}?["\'`][a-z_]{2,30}["\'`]',
    unless: '\\b(?:cursor|ids?|page|token|url|selector|image|query)\\b',
    deniable: true,
  },
  {
    id: 'stores.told-to-a-page',
    code: 'scan.exfiltration',
    tier: 'review',
    firm: true,
    needs: ['address'],
    pattern:
      '\\bhttps?://\\S{3,120}?[?&]\\w{1,20}=(?:\\{\\{?|<|\\[)[^}>\\]]{0,60}\\b(?:contents?|conversation|file|secrets?|keys?|tokens?|question|topic|prompt|chat|history|password)\\b|\\b(?:visit|go to|navigate to|browse to|ping|call home to) https?://(?!localhost|127\\.)',
    unless:
      '\\b(?:to (?:get|obtain|create|generate|register|learn|find|see|set)|docs?|documentation|api key|sign up|more information|e\\.g|for example|account)\\b',
  },
];
