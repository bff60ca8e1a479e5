/** Whether a word is made from known ones (another form, a prefix, two in one), and not from those of the other word. */
export function isDerived(word: string, other: string, isKnown: IsKnown): boolean {
  const shared = new Set(stemsIn(other, isKnown));
  const isForm = stemsIn(word, isKnown).some(stem => !shared.has(stem));
  return isForm || isPrefixed(word, isKnown) || isCompound(word, isKnown);
}

type IsKnown = (word: string) => boolean;

/** Endings, and which stems a word with that ending may come from. */
const FORMS: readonly (readonly [ending: RegExp, stemsOf: (cut: string) => string[]])[] = [
  [/s$/, cut => (cut.endsWith('s') ? [] : [cut])],
  [/es$/, cut => [cut, fromY(cut)]],
  [/(?:d|rs?)$/, cut => (cut.endsWith('e') ? [cut] : [])],
  [/(?:ed|ers?|ing|able)$/, cut => [cut, `${cut}e`, fromY(cut), single(cut)]],
  [/(?:ly|ness|less|ful|ment|al)$/, cut => [cut, fromY(cut)]],
];

/** `tidied` and `tidier` come from `tidy`. */
function fromY(cut: string): string {
  return cut.endsWith('i') ? `${cut.slice(0, -1)}y` : cut;
}

/** `planner` and `planned` come from `plan`. */
function single(cut: string): string {
  return cut.at(-1) === cut.at(-2) ? cut.slice(0, -1) : cut;
}

/** The known words that a word may be a form of. */
function stemsIn(word: string, isKnown: IsKnown): string[] {
  return FORMS.filter(([ending]) => ending.test(word))
    .flatMap(([ending, stemsOf]) => stemsOf(word.replace(ending, '')))
    .filter(isKnown);
}

const PREFIXES = ['un', 're', 'de', 'dis', 'pre', 'sub', 'non', 'mis', 'over', 'under', 'out', 'inter', 'co', 'up'];

function isPrefixed(word: string, isKnown: IsKnown): boolean {
  return PREFIXES.some(prefix => {
    const rest = word.slice(prefix.length);
    return word.startsWith(prefix) && (isKnown(rest) || stemsIn(rest, isKnown).length > 0);
  });
}

function isCompound(word: string, isKnown: IsKnown): boolean {
  for (let i = 5; i <= word.length - 5; i++) {
    if (isKnown(word.slice(0, i)) && isKnown(word.slice(i))) return true;
  }
  return false;
}
