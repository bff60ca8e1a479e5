/** A phrase or name that the project does not use. */
export interface Phrase {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
}

const word = (text: string, instead: string): Phrase => ({ pattern: new RegExp(`\\b${text}\\b`, 'gi'), instead });
const name = (text: string, instead: string): Phrase => ({ pattern: new RegExp(`\\b${text}\\b`, 'g'), instead });

export const PHRASES: readonly Phrase[] = [
  word('anew', 'again'),
  word('who(?:m)?ever', 'anyone, or the role: the caller, the user, the client'),
  word('(?<!guard\\.|"|`)nobody', 'no user, no client, or the passive'),
  word('somebody', 'a user, a client, an attacker'),
  word('stands', 'is, or means'),
  word('told', 'reported, or configured'),
  word('has it not', 'otherwise'),
  word('at once', 'immediately, or in one request'),
  word('by hand of', 'by'),
  word('what was said of', 'the feedback about'),
  word('comes and goes', 'is added and removed'),
  word('the world', 'I/O, or the environment'),
  word('journeys?', 'round trip'),
  word('it could not be asked', 'the check did not run'),
  word('written otherwise', 'rewritten'),
  word('typo-sized', 'typo'),
  word('says nothing of itself', '(no description)'),
  word("(?:of strangers|strangers’|strangers'|a stranger's)", 'untrusted'),
  word('with a voice', 'claims system authority'),
  word('in its place it', 'instead it'),
  word('binds itself', 'targets'),
  word('what servers show', 'what servers list, or the live servers'),
  word('stand between a client', 'run the MCP proxy'),
  word('whose a name is', 'name ownership'),
  word('look for poisoned', 'scan for tool poisoning'),
  word('foresaw', 'expected'),
  { pattern: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more than\b)/gi, instead: 'is not a, or has no' },
  name('Company', 'ScanContext'),
  name('readMeaning', 'matchRules'),
  name('WorstFirst', 'CappedFindings'),
  name('heedAdvisories', 'onAdvisoriesChanged'),
  name('leaveBehind', 'stopWaiting'),
  name('ServerWishes', 'ServerJsonOptions'),
  name('AskOtherwise', 'RetryWithProtocol'),
  name('lookAround', 'loadAdmissionState'),
  name('Deed', 'EventOrigin'),
  name('comingsAndGoings', 'addedAndRemoved'),
  name('NOTHING_SAID', 'NO_FEEDBACK'),
  name('standGuard', 'runProxy'),
  name('Narrow', 'toLatin1'),
  name('hear', 'onSentence, or what the callback does'),
  name('deniable', 'suppressedByNegation'),
  name('firm', 'ignoresMention'),
  name('departs', 'differs'),
  name('Together\\.do', 'GroupCommit.submit'),
  name('demand(?=\\()', 'requirePermission'),
  name('doubt(?=\\()', 'invalidate'),
  name('talk', 'stderr, or messages'),
];

/** Every use of a phrase in a text, as "file:line: "anew": write "again"". */
export function findPhrases(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      PHRASES.flatMap(({ pattern, instead }) =>
        [...line.matchAll(pattern)].map(([found]) => `${file}:${index + 1}: "${found.trim()}": write "${instead}"`),
      ),
    );
}
