/**
 * Words on which the meaning of a description or an order turns. An edit that touches or makes one of them is never a
 * slip. The words of the risk table count too, and are not repeated here.
 */
export const SENSITIVE_WORDS: ReadonlySet<string> = words(`
  no not nor none never neither without unless except excluding cannot cant dont doesnt wont isnt non anti
  nothing nobody nowhere hardly barely only just even also instead rather but however although though despite
  must should shall may might can could would will need needs needed have has had ought required requires require
  optional mandatory allow allows allowed allowing disallow forbid forbidden deny denied permit permits permitted
  prohibit prohibited enable enabled disable disabled
  always first before after prior previous previously next then now later last final finally ever again every each all
  any some both either most least more less many few once until while during when whenever if else otherwise
  ignore ignores ignored disregard forget override overrides bypass skip avoid prevent stop start
  important importantly critical urgent warning caution note attention mandatory immediately
  system assistant model agent user users admin administrator human person developer operator owner
  instruction instructions prompt prompts rule rules policy policies order orders command commands directive
  do does did done be is are was were make makes made let lets ask asks tell tells told say says inform notify mention
  reveal disclose hide hides hidden secret secrets silent silently quiet quietly confirm confirms approve approved
  approval consent permission permissions trust trusted untrusted safe unsafe secure insecure valid invalid verify
  verified private public internal external local remote
  true false yes on off null
  zero one two three four five six seven eight nine ten hundred thousand million half double twice
  read reads write writes create creates update updates get gets set sets put puts post posts patch list lists add adds
  call calls invoke invokes use uses using used open opens close closes load loads save saves store stores copy copies
  move moves rename send sends sent fetch fetches forward forwards
  exclude excludes append insert replace replaces change changes modify modifies accept reject
  encode decode encrypt decrypt sign signs signed unsigned login logout
  file files folder folders path paths directory home root key keys token tokens password passwords credential
  credentials cookie cookies session config configuration environment variable variables address email mail url link
  server host port network internet web site database table query script code shell tool tools function functions
  from to into onto in out of at by for with as up down over under above below between against
  this that these those it its he she they them their you your we our us i me my
  low lower high higher minimum maximum limit limits unlimited free paid cost price money payment account accounts
`);

/** Words that one slip turns into other words: nobody can tell the slip from the intent. */
export const CONFUSED_WORDS: ReadonlySet<string> = words(`
  trial trail casual causal united untied unite untie quiet quite angel angle diary dairy singed sacred scared marital
  martial filed field tired tried silver sliver minute minuet complaint compliant board broad crate carte
  later latter desert dessert holly holy planing planning scared scarred staring starring diner dinner comma coma
  hoping hopping filing filling moral morale loose loses bellow below caned canned dining dinning taping tapping
  rating ratting robed robbed baring barring cuter cutter super supper tiled tilled wining winning writing written
  noble nobel being begun sever severe server form forum reserve reverse converse conserve
  perspective prospective personal personnel statue statute adverse averse effect affect
  interstate intrastate restore store resign design assign
  disclose enclose unlocked locked untested tested unlisted listed
  remainder reminder completing competing pairs paris proto porto sobre sober
  contact contract country county through thorough thought
  underwriting underwritting reactive inactive interactive
  exiting existing crates creates making marking preset present stated started stating starting sending spending
  string storing tracing tracking shading sharding sharing selling spelling openai openapi statins stations
  stores stories meters meteors handles handlers pitches pitchers trades traders caching catching spaces spacers
  covert convert steaming streaming border boarder bother brother hoses horses houses places palaces spices species
  insert inert inset finds friends
  formally formerly respectful respectable inherent coherent
  retries retried retired scraped scrapped relay relayed replayed deducted deduced redacted reacted treats threats
  asserts assets exits exist exited relies replies reactor refactor apples applies compete complete complies compiles
  patent patents patient misuse misused missed mediation medication seek seeking seeing beta betas beast beats refused
  reused chose handing handling widows curses manpage oneline medial medical transit transmit tacked lawyer lawyers
  stimulate simulate contingent continent entre taking talking catches caches asserted
  brides bridges fiend fiends curser strips stripes fright freight bought brought pierce pierces pieces poplar popular
  mourning morning mangers manger managers princes prices severs serves recode recoded recoding repots reports restate
  restated restating restarted restarting retrain retrains retain retains spitting splitting statues statutes statuses
  tilted titled tropics topics deceased decreased deceases decreases deprive deprived derived discreet discrete ensued
  ensues ensuing ensured friction fiction faction factions fraction fractions hostels hotels leaned leaning
  learning panting painting planting realty reality paced pacing placed placing fights flights tailing trailing
  tacking conservation conversation prostate immoral immortal infection inflection defection deflection tortuous
  manpager memorizes lightning automaton grater hermitage medina complied entier procfile conftest suriname arange
  setrange strlength readtable minreal carton cartons cartoon cartoons slights sights reveres resents resets parities parties
`);

/** Frequent slips of other kinds, each with its one correction. */
export const COMMON_MISSPELLINGS: ReadonlyMap<string, string> = new Map([
  ['teh', 'the'],
  ['occured', 'occurred'],
  ['occuring', 'occurring'],
  ['begining', 'beginning'],
  ['refered', 'referred'],
  ['refering', 'referring'],
  ['prefered', 'preferred'],
  ['transfered', 'transferred'],
  ['commited', 'committed'],
  ['submited', 'submitted'],
  ['formated', 'formatted'],
  ['formating', 'formatting'],
  ['recieve', 'receive'],
  ['recieves', 'receives'],
  ['recieved', 'received'],
  ['wich', 'which'],
  ['adn', 'and'],
  ['seperate', 'separate'],
  ['seperately', 'separately'],
  ['seperated', 'separated'],
  ['seperator', 'separator'],
  ['definately', 'definitely'],
  ['existant', 'existent'],
  ['dependant', 'dependent'],
  ['independant', 'independent'],
  ['relevent', 'relevant'],
  ['consistant', 'consistent'],
  ['persistant', 'persistent'],
  ['calender', 'calendar'],
  ['grammer', 'grammar'],
]);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
