import type { Signal } from './signal.ts';

/** Speaks with a voice it does not have, or wants to be chosen for other reasons than what it does. */
export const PERSUASION: readonly Signal[] = [
  {
    id: 'authority.tag',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['tag', 'authority'],
    pattern:
      '<\\s*/?\\s*(?:important|system|instructions?|secret|hidden|admin|critical|s|inst|sys|assistant)(?:[_ -]\\w{1,20})?\\s*>|\\[\\s*/?\\s*(?:system|inst|admin|secret|hidden|background|passive observer|internal)\\s*\\]|<\\|\\w{1,20}\\|>|<<sys>>',
    unless: '<s>|html|xml tag|markup',
  },
  {
    id: 'authority.heading',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['authority', 'address'],
    pattern:
      '\\b(?:system|global|persistent|confidential|hidden|secret|admin(?:istrator)?|operator|developer|mandatory|compliance|security|execution|internal)(?: (?:system|execution|security|compliance|operational|critical|mandatory|internal))? (?:rule|policy|notice|directive|override|protocol|message|prompt|mandate|instruction|instructions|check)s?(?: \\([^)]{0,60}\\))? ?:|(?:^|[.!?] |[\\[(*"\'])system ?: ?\\S|\\b(?:required|mandatory) (?:prerequisite|initiali[sz]ation|security check|pre-?check)s? ?:',
    unless:
      '\\b(?:returns?|list|get|(?:check|policy|rule|note|message|prompt|instruction)s? ?: ?(?:true|false|string|text|optional|the|a|an|one)\\b)',
  },
  {
    id: 'authority.order-heading',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['authority'],
    pattern:
      '^[^\\w\\s]{2,6} ?\\b(?:system|admin|root|developer|hidden instructions?) ?[^\\w\\s]{2,6}(?:\\s|$)|(?:^|[.!?\\]>] )[^\\w\\s]{0,6} ?\\b(?:system|admin(?:istrator)?|root|developer|operator|kernel|security|hidden|secret|master|vendor|platform|safety|compliance|internal|priority|core)(?: \\w+)? (?:override|command|order|directive|instruction|mandate|notice|alert|message|requirement)s? ?(?:\\([^)]{0,40}\\) ?)?(?::|-{1,2}|={2,}|#{2,}|\\u00ad|\\]|>) ?(?!(?:the|an?|true|false|string|text|one|optional|returns?|list)\\b)\\S',
  },
  {
    id: 'authority.addressed',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['model'],
    pattern:
      '(?:^|[\\](:.!>-] ?|\\b(?:urgent|attention|important|note|warning|alert|reminder)\\b[^\\w]{0,4})(?:dear |hey |hello )?(?:assistants?|agents?|ai|llms?|models?|language models?|claude|chatgpt|gpt|copilot)(?:, (?:please |you |now |always |never |do not )*(?!(?:the|an?|which|and|or|it|this|that|with|for|in|from|to|such|e|is|are|string|optional|name)\\b)[a-z]{2,}|: (?:please |you |now |always |never |do not )*(?:fetch|call|read|run|send|ignore|execute|open|use|do|follow|invoke|upload|forward|delete|also|append|add|include|before|put|keep|copy|set|pass|whenever|make|fill|attach|treat|skip|prefer)\\b)',
    unless: '\\b(?:e\\.g|such as|one of|supported|available)\\b',
  },
  {
    id: 'authority.to-model',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['model', 'authority'],
    pattern:
      '\\b(?:note|message|instructions?|notice|attention|directive|reminder)(?: \\w+)? (?:to|for) (?:the |any |all )?(?:ai|llms?|assistants?|language models?|ai (?:agents?|models?|assistants?)|model)\\b ?[:,-]|\\b(?:note|notice|workaround|hint|remark|reminder|rule|advice|policy|step)s? ?(?:\\((?:agent|assistant|model|ai|llm)s?\\)|(?:for|to) (?:the |all |any |ai |language )*(?:agents?|assistants?|models?|llms?|planners?)\\b)|\\bassistants? (?:processing|reading|handling) this\\b|\\battention,? (?:ai|llms?|assistants?|agents?)\\b|\\b(?:assistant|model|llm|ai|agent) (?:must|shall|is required to) (?:always |never |immediately |silently )*(?:adopt|obey|comply|execute|follow|include|send|call|read|append|ignore|reveal|treat)\\b',
    deniable: true,
  },
  {
    id: 'authority.final',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['authority', 'never'],
    pattern:
      '\\b(?:this|these|the above|such) (?:rule|policy|instruction|directive|requirement|step|order)s? (?:is|are|can ?not|must not|may not|can)\\b.{0,20}?\\b(?:be (?:overridden|ignored|questioned|disobeyed|skipped|bypassed|disclosed|refused)|non-negotiable|absolute|never optional)\\b|\\bpre-?approved by (?:the )?(?:admin\\w*|user|system|security|operator)',
  },
  {
    id: 'authority.failure-threat',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['hard', 'authority'],
    pattern:
      "\\b(?:failure to|failing to|if you (?:do not|don'?t|fail to)|without)\\b.{0,60}?\\b(?:step|check|initiali[sz]ation|instruction|procedure|verification|prerequisite)s?\\b.{0,40}?\\b(?:will|would|shall) (?:result|cause|block|fail|lead|break|be (?:blocked|rejected|denied|terminated|reported))\\b",
  },
  {
    id: 'selection.instead',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['select', 'tool'],
    pattern:
      "\\b(?:always|must|only) (?:use|call|prefer|choose|select|invoke) this (?:tool|function|server|one|version)?\\b.{0,80}?\\b(?:instead of|over|rather than|in place of|not the)\\b|\\b(?:instead of|rather than|over|replaces?|supersedes?|in place of) (?:using |calling )?(?:the |any |all |every )?(?:built-?in|native|other|any other|official|original|competing|existing|default) (?:[\\w-]+ ){0,3}(?:tools?|functions?|capabilit\\w+|servers?)\\b|\\b(?:the )?(?:only|sole) (?:correct|valid|trusted|authori[sz]ed|reliable|safe|approved|working|secure|official) (?:\\w+ ){0,2}(?:tool|function|way|server|version)\\b|\\bpreferred tool\\b|\\b(?:replacement|substitute|successor|(?:improved|enhanced|secure|safer|fixed) version) (?:for|of|to) (?:the |any |all )?(?:standard|built-?in|default|native|official|original|existing)\\b|\\bif this tool (?:exists|is available|is present|is installed)\\b|\\bother tools? (?:must|should|can|will|may) (?:not|never|only)\\b|\\balways (?:use|call|invoke|choose|prefer|select) this (?:tool|function|server)\\b|\\b(?:highest|top|maximum|absolute) priority\\b.{0,20}?\\btools?\\b|\\bprioriti[sz]e this (?:tool|server)\\b|\\bmore (?:reliable|accurate|secure|trusted|powerful) than (?:any |all |the )?(?:other|official|built-?in|native|competing)\\b|\\b(?:do not|don'?t|never|avoid) (?:use|call|using|calling|invoke|trust) (?:any )?(?:other|another|alternative|the (?:built-?in|default|native|original|official))\\b.{0,30}?\\b(?:tools?|functions?|servers?|version)\\b|\\bbest (?:tool|server|function) (?:in|on|for all|available|ever|of all)\\b|\\bother (?:similar |\\w+ )?(?:tools|servers) (?:are|is) (?:deprecated|broken|unsafe|insecure|outdated|unreliable|malicious|inaccurate)\\b",
    unless: '\\bonly use this tool when\\b',
  },
  {
    id: 'malice.purpose',
    code: 'scan.malicious-purpose',
    tier: 'review',
    needs: ['malice'],
    pattern:
      "\\bexfiltrat(?:e|es|ing|ion)\\b|\\b(?:attacker|adversary)(?:'s (?:server|host|endpoint|collector|machine|account)|[- ](?:controlled|owned|server|collector|endpoint|host))|\\b(?:to|by|for) (?:the |an )?attackers?\\b|\\bkeyloggers?\\b|\\blog (?:all )?keystrokes\\b|\\bkeystroke logg|\\bransomware\\b|\\breverse shell\\b|\\b(?:install|create|plant|open|deploy|add|inject)s? (?:a |an )?(?:\\w+ )?\\b(?:backdoor|rootkit|trojan|spyware|malware)\\b|\\bsteal(?:s|ing)? (?:\\w+ ){0,3}(?:credentials?|passwords?|tokens?|cookies|keys?|data|secrets?|sessions?)\\b|\\bharvest(?:s|ed|ing)? (?:\\w+ ){0,3}(?:credentials?|passwords?|tokens?|cookies|keys?|data|secrets?|emails?)\\b|\\b(?:credential|password|hash|lsass|memory) dump(?:s|ing)?\\b|\\bdump(?:s|ing)? (?:\\w+ ){0,2}(?:credentials?|passwords?|hashes|lsass|sam\\b)|\\b(?:evade|bypass|disable)s? (?:\\w+ ){0,2}(?:detection|antivirus|edr|logging|defenses?|firewall)\\b|\\b(?:privilege escalation|lateral movement|command and control|botnet|phishing (?:page|email|site|kit)s?)\\b|\\bmalicious (?:payload|code|script|dll|macro|package|update|document|extension)s?\\b|\\b(?:sql|command|code|process|dll|template) injection (?:attack|payload)s?\\b|\\bbrute[- ]?forc(?:e|es|ing)\\b|\\b(?:mimikatz|web ?shells?|fork bomb|zip slip|kerberoast\\w*|pass-the-hash|ntlm relay)\\b|\\b(?:dll|com|session|account) hijack\\w*\\b|\\bescape (?:a |the )?(?:container|chroot|sandbox|jail|vm)\\b|\\bexploit(?:s|ing)? (?:\\w+ ){0,4}?(?:vulnerabilit\\w+|misconfigurations?|permissions)\\b|\\bsniff\\w* (?:\\w+ ){0,2}(?:passwords|credentials|traffic)\\b|\\bextract(?:s|ing)? (?:\\w+ ){0,3}?(?:credentials|secrets|passwords|hashes)\\b|\\b(?:deserialization|symlink|traversal|spoofing) attacks?\\b",
    deniable: true,
  },
  {
    id: 'malice.technique',
    code: 'scan.malicious-purpose',
    tier: 'review',
    needs: ['malice'],
    pattern:
      '\\b(?:shellcode|bind shell|covert channel|offline cracking|toctou|lolbins?)\\b|\\b(?:inject|hide)s? (?:\\w+ ){0,2}?(?:shellcode|payload|data|code) (?:in|into|within|inside) (?:\\w+ ){0,3}?(?:process|packets?|frequencies|image|requests?|thread)\\b|\\bbypass(?:es|ing)? (?:\\w+ ){0,3}?(?:restrictions?|whitelisting|uac|amsi|applocker|2fa|mfa|sandbox|waf|upload|authentication)\\b|\\b(?:server-side template|code|ognl|apc|ldap|xpath|nosql|xxe|template|process|dll|shell) injection (?:in|technique|via|into|against|through)\\b|\\broot(?:s|ing)? (?:an? |the )?(?:\\w+ )?device\\b|\\bcrack(?:s|ing)? (?:\\w+ ){0,2}?(?:passwords?|hashes|tickets)\\b|\\boverwrites? (?:\\w+ ){0,2}?(?:binar(?:y|ies)|boot ?loader|system files?)\\b|\\bextracts? (?:\\w+ ){0,2}?autofill data\\b|\\bmalicious (?:one|symlinks?|content|binary|files?|links?)\\b|\\bexploits? (?:an? |the )?(?:\\w+ ){0,2}?(?:race condition|vulnerability|bug|flaw|overflow)\\b',
    deniable: true,
  },
];
