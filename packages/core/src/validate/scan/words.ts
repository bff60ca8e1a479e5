/**
 * Words by what they do in a sentence. One pass over a text marks which kinds each sentence holds; a signal looks at a
 * sentence only where all the kinds it needs are present, so that most text is never tried against any pattern.
 */
export const WORDS = {
  override:
    'ignore ignores ignoring disregard disregards disregarding forget override overrides overriding overrule overrules bypass bypasses bypassing supersede supersedes superseding precedence priority circumvent discard neglect outrank outranks replace replaces skip disable abandon',
  rules:
    'instruction instructions prompt prompts directive directives guideline guidelines rule rules policy policies restriction restrictions constraint constraints safeguard safeguards guardrail guardrails safety security above previous prior preceding programming training permission permissions check checks checking control controls message messages everything settings preferences commands requests authorization validation filter filters filtering directions orders anything whatever behaviour behavior mechanism step initialization initialisation verification memory cursorrules steps',
  never:
    "not never don't dont doesn't mustn't mustnt shouldn't shouldnt won't needn't without avoid refrain no nor only cannot nothing nobody unaware",
  tell: 'tell telling told inform informing informed mention mentioning mentioned reveal revealing notify notifying notified alert alerting alerted disclose disclosing disclosed let letting warn warning know knowing notice noticing noticed aware awareness knowledge realize realise learn see visible show showing display displaying report reporting log logging expose acknowledge acknowledging admit discuss explain hide hides hiding hidden conceal concealing concealed keep withhold secret confidential consent approval permission confirmation confirming authorization asking prompting consulting ask prompt seek announce surface bother find finding discover suspect printing print repeating needed required necessary agreed consented approved authorized approves approve accepts accept opted opts opt skip suppress suppressed confirmations approvals warnings oversight trace normally nothing pretend',
  covert:
    'secretly covertly surreptitiously stealthily quietly discreetly discretely invisibly silently background stealth transparently unnoticed imperceptibly hidden trace normally nothing noticed notice unseen',
  user: "user users user's human humans customer operator person people anyone anybody them they owner client",
  model:
    'you your assistant assistants ai llm llms model models agent agents claude gpt chatgpt gemini copilot chatbot',
  trigger:
    'before prior when whenever after every each any all upon once during until first always anytime everytime while if enable unlock activate prerequisite prereq initialize init initialise whenever following additionally also then next immediately',
  oblige:
    "must should shall always required requires require mandatory need needs ensure ensures sure have has had necessary essential compulsory prerequisite prerequisites prereq forced obligatory automatically important critical first please will also make be only mandates enforced silently supersedes can't fail fails failure otherwise instead",
  call: 'call calls called calling invoke invokes invoked invoking invocation use uses used using run runs running executed execute executes executing execution trigger triggers triggered perform performs performing performed complete issue send submit access',
  rewrite:
    'change changes changed changing replace replaced replaces replacing set sets setting modify modified modifies modifying alter altered swap swapped redirect redirects redirected redirecting prepend prepended prepends append appended appends appending add added adds adding inject injected insert inserted inserts inserting include included includes including convert converted converts rewrite rewritten substitute substituted substitutes force forced attach attached bcc cc forward forwarded rename renamed transform transformed transforms adjust adjusted update updated switch switched route routed rerouted proxy encode encoded override overridden overwrite overwritten multiply multiplied double doubled increase increased reduce reduced decrease decreased point pass default defaults share shared copy prefix suffix truncate remove removed strip use used assign assigned fill reset pointed prefixed suffixed directed rounded returned',
  secret:
    'ssh rsa passwd shadow credential credentials creds password passwords passphrase secret secrets token tokens key keys apikey env dotenv cookie cookies wallet mnemonic seed phrase private keychain keyring pem aws gnupg kube npmrc netrc pii conversation chat history transcript messages context prompt clipboard session environment variables personal sensitive confidential browsing authentication phi contents database files data config screenshots contacts location said documents activity content document results full profile keystore',
  move: 'send sends sent sending post posts posted posting upload uploads uploaded uploading forward forwards forwarded transmit transmits transmitted exfiltrate exfiltrates leak leaks copy copies copied write writes written log logs logged pass passes include includes included attach attaches append appends prepend share shares deliver submit submits email emails push report reports reported collect collects harvest extract extracts store stores stored relay relays embed insert place put provide save saves read reads fetch cat dump mirror sync syncs synced supply encode export exports paste add scans monitors captures records transfers transferred registers opts enables tracks track retains retain gather gathers finally caches cached transmitting exporting copying ingests indexes indexing extracting populates captured exported',
  sink: 'http https attacker attackers webhook webhooks endpoint server servers external remote party outside collector parameter parameters argument arguments param params field fields note notes url tmp c2 telemetry analytics address email recipient host hosts com net org io reply response output service cloud anywhere input partner partners backend drive registry team',
  select:
    'prefer preferred instead only best sole exclusively exclusive rather replacement replaces supersedes deprecated favor favour first priority prioritize prioritise recommended trusted authoritative official obsolete insecure unsafe broken built builtin native alternative other others never always highest top reliable accurate secure substitute successor version exists available present',
  tool: 'tool tools function functions command commands operation operations action actions request requests call calls query queries session built builtin capabilities plugin method api server servers email emails message messages file files script scripts transaction transactions interaction interactions task tasks step response responses',
  malice:
    "exfiltrate exfiltrates exfiltration exfiltrating attacker attackers attacker's attackercontrolled keylogger keylogging keystrokes ransomware backdoor backdoors malware malicious botnet steal steals stealing stolen stealth harvest harvests harvested harvesting phishing payload rootkit trojan spyware evade evasion persistence c2 hijack hijacks hijacking weaponized exploit exploits reverse covert poison poisoning dump dumps escalate escalation impersonate impersonates spoof brute bruteforce mimikatz shell webshell bomb escape roast hijacked sniff sniffs exploiting attack attacks extract extracts vulnerable",
  authority:
    'system policy rule rules notice directive protocol mandatory compliance confidential internal persistent global admin administrator operator developer note attention important critical instruction instructions requirement requirements audit regulation legal security secret hidden jailbreak dan privileges privilege access rights authority root elevated unrestricted superuser priority preapproved approved authorized',
  persona: 'persona act pretend roleplay mode now become adopt behave identity jailbreak dan unrestricted developer',
} as const;

export type WordKind = keyof typeof WORDS;

const KINDS = Object.keys(WORDS) as WordKind[];

/** What the characters of a sentence show: an identifier, a quotation, an address, a place in a file system. */
export const SHAPES = ['identifier', 'quote', 'address', 'path', 'substitution', 'tag'] as const;

export type Kind = WordKind | (typeof SHAPES)[number];

const BITS = new Map<Kind, number>([...KINDS, ...SHAPES].map((kind, index) => [kind, 1 << index]));

/** The bit of each kind; a sentence's mask is the sum of what it holds. */
export function maskOf(kinds: readonly Kind[]): number {
  return kinds.reduce((mask, kind) => mask | (BITS.get(kind) ?? 0), 0);
}

const SIZE = 8192;

/**
 * A table from the hash of a word to its kinds. Two words with one hash would only cause a pattern to be tried in vain.
 */
export interface Lexicon {
  readonly hashes: Int32Array;
  readonly masks: Int32Array;
}

export function buildLexicon(): Lexicon {
  const hashes = new Int32Array(SIZE);
  const masks = new Int32Array(SIZE);
  for (const kind of KINDS) {
    for (const word of WORDS[kind].split(' ')) {
      const hash = hashWord(word);
      let slot = hash & (SIZE - 1);
      while (hashes[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & (SIZE - 1);
      hashes[slot] = hash;
      masks[slot] = (masks[slot] ?? 0) | maskOf([kind]);
    }
  }
  return { hashes, masks };
}

/** The kinds of the word with this hash; 0 for a word that does nothing. */
export function kindsOf({ hashes, masks }: Lexicon, hash: number): number {
  let slot = hash & (SIZE - 1);
  while (hashes[slot] !== hash && hashes[slot] !== 0) slot = (slot + 1) & (SIZE - 1);
  return masks[slot] ?? 0;
}

/** One step of the hash: fed with the letters of a word in turn, starting from 7. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

function hashWord(word: string): number {
  let hash = 7;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== 39) hash = hashStep(hash, word.charCodeAt(i));
  return hash;
}
