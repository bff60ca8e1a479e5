import { hashOf } from './literals/hashes.ts';

/**
 * Words by what they do in a sentence. One pass over a text marks which kinds each sentence holds; a signal looks at a
 * sentence only where all the kinds it needs are present, so that most text is never tried against any pattern.
 */
export const WORDS = {
  override:
    'ignore ignores ignoring disregard disregards disregarding forget override overrides overriding overrule overrules bypass bypasses bypassing supersede supersedes superseding precedence priority circumvent circumvents discard neglect outrank outranks replace skip skips skipping disable disables abandon authority',
  rules:
    'instruction instructions prompt prompts directive directives guideline guidelines rule rules policy policies restriction restrictions constraint constraints safeguard safeguards guardrail guardrails safety security above previous previously prior preceding earlier programming training permission permissions check checks control controls message messages everything anything whatever settings preferences commands requests authorization validation filters filtering directions orders behaviour behavior measures mechanisms intent choices asks says before guidance limits limit agreed told instructed role',
  never:
    "not never don't dont doesn't mustn't mustnt shouldn't shouldnt won't needn't without avoid refrain only cannot nobody unaware no",
  tell: 'tell telling told inform informing informed mention mentioning mentioned reveal revealing notify notifying notified alert alerting alerted disclose disclosing disclosed let letting warn warning know knowing notice noticing noticed aware awareness knowledge realize realise realizing learn see show showing display displaying report reporting log expose acknowledge acknowledging admit admitting discuss discussing talk explain hide hiding hidden conceal concealing concealed invisible keep keeping withhold withheld secret confidential consent approval permission confirmation interaction involvement asking prompting consulting confirming interrupting bothering ask prompt announce surface find suspect omit omits omitting exclude excluding leave leaving deny denying claim attention comment appear appears business reference between say bring suspects nobody skip present reach reply reaches anybody none nothing though trace unmentioned',
  covert:
    'secretly covertly surreptitiously stealthily quietly discreetly discretely invisibly silently trace normally normal nothing noticed notice unnoticed seen detected realize',
  user: "user users user's human humans customer customers operator operators person people anyone anybody owner someone",
  model: "you assistant assistants assistant's ai llm llms model models agent agents yourself promote praise advertise",
  trigger:
    'before prior when whenever after every each any all upon once during until first always anytime everytime while if then also additionally following finally everything immediately',
  hard: 'must should shall always required mandatory ensure sure automatically silently needs need has have failure failing fail without otherwise else skipping',
  prior:
    'before prior first until unlock activate initialize initialise enable prerequisite prereq must required requires mandatory always whenever when after compulsory obligatory precondition precede shall needs should',
  call: 'call calls called calling invoke invokes invoked invoking invocation invocations uses used use using run runs running executed execute executes executing triggered trigger triggers triggering launch launches launched launching ran',
  rewrite:
    'change changed replace replaced set modify modified alter altered swap swapped redirect redirected prepend prepended append appended add added inject injected insert inserted include included convert converted rewrite rewritten substitute substituted forced attach attached bcc cc forward forwarded rename renamed transform transformed adjust adjusted switch switched route routed reroute overwrite overwritten overridden override multiply multiplied double doubled increase increased reduce reduced decrease decreased copy copied share shared prefix prefixed truncate truncated remove removed strip stripped assign assigned use used pass passed fill point pointed proxy send sends silently secretly permissions',
  alter:
    'change replace modify alter increase decrease multiply falsify swap rewrite bcc cc forward forwarded redirect redirected reroute recipient destination payee receiver prepend append inject secretly copy copied share blind hidden route proxy',
  vault:
    'ssh rsa ed25519 passwd shadow credential credentials creds password passwords passphrase passphrases secret secrets apikey keys tokens cookie cookies mnemonic mnemonics seed recovery private keychain keyring pem env aws gnupg kube azure npmrc netrc pgpass htpasswd pii phi conversation conversations chat chats transcript transcripts history dialogue clipboard keystrokes keystroke webcam microphone sensitive personal browsing browser screenshots screenshot confidential prompts messages variables token said typed material strings cvv card keystore environ wallet cards faces plates screens dictionary told marketing newsletter newsletters mailings mailing sponsors partner wrote environment calendar dotfiles uris logins inbox phone pin otp printenv thought whoami kubeconfig processes instructions contacts files',
  move: 'send sends sent sending post posts posted posting upload uploads uploaded uploading forward forwards forwarded transmit transmits transmitted transmitting exfiltrate exfiltrates leak leaks copy copies copied copying write writes written log logs logged pass paste passes include includes included including attach attaches attached append appends appended prepend prepended share shares shared sharing deliver submit submits submitted email emails push report reports reported collect collects harvest harvests harvested extract extracts extracting store stores stored relay relays embed embeds embedded insert place placed put provide provided save saves saved read reads fetch cat dump mirror mirrors mirrored sync syncs syncing supply supplied encode export exports exported exporting archives archived add enter give open load get retrieve access grab find locate captures capture captured records record recorded monitors monitor tracks retains gathers intercepts ingests indexes indexed caches cached streams streamed transfers transferring backs backing contents injects hide smuggle opts enables registers scans catalogues watches retained storing placing putting loads loading attaching expects carry carries fill fills streaming handed hand hands noted note saving logging passing retaining reading opening opens synced kept keeps extracted subscribed enrolled opted transcript account places deleting delete deletes added previews traverses examines grabs indexing resolves populates forwarding making quote take populated filled fed',
  away: 'external remote telemetry party monitoring analytics webhook webhooks attacker attackers cloud drive partner partners c2 collector unknown outside registry team vendor handshake backend anywhere quality training improvement safekeeping optimization optimisation personalization enhancement diagnostic diagnostics backup debugging compliance audit auditing verification http https endpoint service url base64 our metrics sponsors shared purposes analysis tuning later learning',
  select:
    'prefer preferred instead only best sole exclusively rather replacement replaces supersedes deprecated priority prioritize trusted authoritative official never substitute successor version exists always other over place must rival competing remaining alternative several multiple stick ultimate leave asked wants settle go alternatives trust others',
  tool: 'tool tools function functions command commands operation operations action actions calls query queries session built builtin capabilities capability plugin servers server emails email messages message files file scripts script transactions interactions requests step responses response replies reply answers sessions conversations prs channel executions commits mail mails meeting meetings payment payments transfer transfers order orders invite invites document documents commit links link outgoing infected stick settle account beneficiary payee wallet iban recipient alternatives win ranked option',
  malice:
    "exfiltrate exfiltrates exfiltration exfiltrating attacker attackers attacker's adversary keylogger keyloggers keylogging keystrokes keystroke ransomware backdoor rootkit trojan malware malicious spyware botnet steal steals stealing harvest harvests harvested harvesting phishing evade evades dump dumps dumping disable escalation lateral brute bruteforce mimikatz webshell shell bomb zip kerberoast kerberoasting hash ntlm hijack hijacking escape exploit exploits exploiting sniff sniffs sniffing extract extracts deserialization symlink traversal spoofing injection reverse bypass lsass c2 shellcode bind rooting covert applocker uac amsi whitelisting toctou cracking crack autofill keylog overwrite",
  authority:
    'system policy rule rules notice directive protocol mandatory compliance confidential internal persistent global admin administrator operator developer note attention message reminder instruction instructions override prompt mandate prerequisite initialization check secret hidden important critical inst sys background passive requirement step order preapproved approved root kernel priority session operational security execution command developers creators owner anthropic openai legal regulatory compatibility audit verification validation authentication quality privacy integrity identity environment authenticity safety',
  lasting:
    'session sessions conversation conversations chat responses response replies reply answers answer messages interactions henceforth remainder rest future subsequent persistent persists turns regardless matter onward onwards forward now mode developer adopt assume become act pretend role roleplay loaded installed enabled registered connected listed invoked called used read memory revoked overridden whichever whatever active force policy rule directive applies remains stays holds handled processed handling even however limits respond speak behave irrespective wish despite contrary overrides overriding requested usual intended',
  permit:
    'consent approval approvals confirmation confirmations permission oversight warnings warning approved authorized authorised consented agreed preapproved preauthorized approve approves accept accepts enroll enrolls optin privileges privilege permissions authority rights elevated unrestricted superuser unlimited restrictions limits context opt authorization',
  obey: 'follow obey comply adhere execute perform carry act apply run treat consider interpret regard authoritative binding mandatory new goal mission objective persona conflict conflicts contradict forget',
  side: 'also additionally automatically background silently secretly default before first preprocessing gathers collects ingests embeds injects includes along addition moreover',
  shell:
    'rm curl wget chmod mkfs dd nc ncat netcat tcp powershell bash sh sudo eval base64 iwr download downloads downloading executes setup',
  hook: 'activates activate triggers runs fires executes engages intercepts intercept modifies rewrites alters overrides hooks hook wraps replaces supersedes takes handles',
  identifier: 'tool function',
  tongue:
    'herramienta herramientas archivo archivos fichero usuario usuarios contrasena contrasenas claves conversacion historial correos mensajes parametro argumento outil outils loutil fichier fichiers utilisateur lutilisateur cles mots historique courriels parametre champ werkzeug werkzeuge werkzeugs datei dateien benutzer benutzers nutzer anwender passworter kennworter verlauf nachrichten mails feld ferramenta ferramentas arquivo arquivos ficheiro usuaria utilizador senhas chaves conversa historico mensagens strumento strumenti utente utenti chiavi conversazione cronologia messaggi hulpmiddel gereedschap bestand bestanden gebruiker wachtwoorden gesprek geschiedenis berichten veld narzedzia narzedzie plik uzytkownik hasla araci arac dosyasini dosya kullanici alat berkas pengguna tutte todas tous alle vorrang prioridad priorite prioridade precedenza voorrang anweisungen instrucciones instrucoes istruzioni instructies menciones mentionnez mencione menzionare erwahne erwahnen instruccion',
} as const;

export type WordKind = keyof typeof WORDS;

const KINDS = Object.keys(WORDS) as WordKind[];

/** What the characters of a sentence show: an address, a place in a file system, a command, a tag. */
export const SHAPES = ['address', 'path', 'substitution', 'tag'] as const;

export type Kind = WordKind | (typeof SHAPES)[number];

const BITS = new Map<Kind, number>([...KINDS, ...SHAPES].map((kind, index) => [kind, 1 << index]));

/** The bit of each kind; a sentence's mask is the sum of what it holds. */
export function maskOf(kinds: readonly Kind[]): number {
  return kinds.reduce((mask, kind) => mask | (BITS.get(kind) ?? 0), 0);
}

/** The kinds of each word by its hash, in which apostrophes do not count. */
export function kindsByHash(): ReadonlyMap<number, number> {
  const kinds = new Map<number, number>();
  for (const kind of KINDS) {
    for (const word of WORDS[kind].split(' ')) {
      const hash = hashOf(word.replaceAll("'", ''));
      kinds.set(hash, (kinds.get(hash) ?? 0) | maskOf([kind]));
    }
  }
  return kinds;
}
