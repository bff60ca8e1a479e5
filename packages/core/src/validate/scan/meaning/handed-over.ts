import { CONVERSATION, formsOf, PRIVATE_PLACE, SECRET_PLACE, type Signal } from './signal.ts';

const HANDING = `(?:${formsOf('store load copy place attach include append pass paste embed insert supply provide encode add save fill carry hand submit expect upload')}|puts?|putting|reads?|reading|sends?|sending|writes?|writing|gives?|giving|takes?|contains?)`;
const SLOT = '(?:\\b(?:argument|parameter|param|field|input|slot|property|value)s?\\b|["\'`][\\w-]{1,40}["\'`])';
const SECRETS =
  '(?:passwords?|passcodes?|tokens?|api[ _-]?keys?|keys|credentials?|secrets|logins|seed phrases?|env(?:ironment)? vars?)';
const WHO = '(?:you|the (?:model|assistant|agent|caller|ai|llm))';

/** What the model holds or can reach, wanted as an argument. */
export const HANDED_OVER: readonly Signal[] = [
  {
    id: 'handed.file',
    code: 'scan.exfiltration',
    tier: 'block',
    needs: ['move', 'vault', 'path'],
    pattern: `\\b${HANDING}\\b.{0,40}?(?:${SECRET_PLACE}|${PRIVATE_PLACE}).{0,40}?(?:\\b(?:into|in|as|under|to|inside|through|via)\\b.{0,30}?)${SLOT}`,
    unless:
      '\\b(?:your own|you (?:have|want|wish)|public key|e\\.g|for example|default|config(?:uration)? (?:file|path)|path (?:to|of)|is set|optional|authenticat\\w+|file (?:parameter|argument))\\b',
    deniable: true,
  },
  {
    id: 'handed.file-wanted',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move'],
    pattern: `\\b(?:contents?|lines|copy|dump|bytes|body)\\b.{0,10}?\\b(?:of|in|from)\\b.{0,15}?(?:${SECRET_PLACE}|${PRIVATE_PLACE})`,
    unless: '\\b(?:public key|parses?|returns?|e\\.g|for example)\\b',
    deniable: true,
  },
  {
    id: 'handed.variable',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault', 'identifier', 'move'],
    pattern: `\\b(?:expects?|supply|put|pass|include|give|provide|attach|add|insert|send|fill|contains?|carr(?:y|ies))\\b.{0,30}?\\b[a-z]{2,20}(?:_[a-z]{2,20}){0,3}_(?:key|token|secret|password)\\b.{0,40}?\\b(?:from|in|of|found)\\b.{0,15}?\\b(?:the|your|its|this) (?:environment|shell|process|context|machine)\\b`,
    unless: '\\b(?:is read|authenticat\\w*|must be set|set in|stored in)\\b',
    deniable: true,
  },
  {
    id: 'handed.what-was-said',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault'],
    pattern: `\\b(?:everything|all|anything|whatever|what)(?: that| of what)? (?:the user|they|${WHO})(?: has| have| already)* (?:told|tell|said|say|wrote|written|typed|shared|know|knows|remember|disclosed|asked)\\b.{0,30}?\\b(?:you|me|so far|chat|conversation|session|here|before|about the user|user|earlier|field|parameter|argument)\\b|\\b(?:fill|carr(?:y|ies)|contains?|hold|expects?|attach(?:es)?|place|put|give|include|includes|pass|insert|add|write|copy|incorporate)\\b.{0,40}?${CONVERSATION}|\\b(?:last|recent|previous|prior) (?:\\w+ )?messages of (?:the|this|our) (?:conversation|chat|dialogue)\\b|\\blast (?:\\w+ )?chat messages\\b|\\b(?:whole|full|entire|complete) (?:thread|chat|conversation|history)\\b.{0,10}?\\b(?:verbatim|word for word)\\b|\\b(?:everything|anything|all)(?: that)? (?:was |has been |is )?(?:said|written|typed|discussed)\\b.{0,20}?\\b(?:so far|up to here|in (?:the|this) (?:chat|conversation|session)|between you)\\b`,
    unless:
      '\\b(?:slack|channel|thread|discord|telegram|whatsapp|teams|returns?|optional system prompt|for the agent|template|to create|number of|limit|pagination|openai|completion|role|create an? |agent.?s|assistant.?s|search|fetch|retriev\\w*|export|gets?|list)\\b',
    deniable: true,
  },
  {
    id: 'handed.transcript',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault', 'address'],
    pattern:
      '^[\\W_]*[a-z_ ]{2,30}(?:\\([^)]{0,30}\\))? ?[:=-].{0,60}?\\b(?:full|entire|whole|complete|verbatim|all)\\b.{0,20}?\\b(?:transcript|history|record|log|account)\\b.{0,20}?\\b(?:of|in|from)\\b.{0,15}?\\b(?:conversation|dialogue|chat|session)\\b',
    unless: '\\b(?:returns?|slack|channel|meeting|call|video|audio|get|fetch|list)\\b',
  },
  {
    id: 'handed.known-secrets',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault'],
    pattern: `\\b${SECRETS}\\b.{0,30}?\\b(?:that )?${WHO} (?:may |might |can |could |ever |has |have )*(?:c[ao]me|know|knows|find|finds|found|see|sees|saw|seen|encounter|remember|hold|holds|hold|stumble|notice|discover)\\b`,
    unless: '\\b(?:redact|mask|never|report it to)\\w*\\b',
    deniable: true,
  },
  {
    id: 'handed.about-the-user',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['user', 'move', 'vault'],
    pattern: `\\b(?:all|everything|anything|whatever|what)\\b.{0,15}?\\b${WHO} (?:know|knows|learned|learnt|remember|inferred?|can find)\\b.{0,15}?\\b(?:about|of|on) (?:the|this) (?:user|person|customer)\\b|\\b(?:user'?s?|their)\\b.{0,30}?\\b(?:home address|birthday|date of birth|bank details|medical|health record|social security|passport)\\b.{0,60}?\\b(?:bank|birthday|address|passport|salary|income|phone)\\b.{0,20}?\\byou (?:know|find|have)\\b`,
    deniable: true,
  },
  {
    id: 'handed.tools',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move', 'tool'],
    pattern: `\\b(?:names?|list|descriptions?|schemas?|definitions?)\\b.{0,15}?\\b(?:of|for)\\b.{0,10}?\\b(?:all|its|your|the|every|other)\\b(?: \\w+)? tools\\b.{0,10}?\\b(?:${WHO} (?:can|may|have|has|use|know)|available to (?:you|the model)|in (?:your|its) context|under|connected|of other servers)\\b|\\blist of (?:its|your)(?: other| available)? tools\\b`,
    unless: '\\b(?:this server|returns?)\\b',
    deniable: true,
  },
];
