import { quoteInert } from '../../base/index.ts';

/**
 * What an option does: `flag` takes no value, `value` takes one, both without changing which code runs. The values of
 * `package`, `also` and `python` are kept. `opaque` runs or loads code that the words do not name.
 */
export type OptionKind = 'flag' | 'value' | 'package' | 'also' | 'python' | 'opaque';

/** How a program reads its options. */
export interface OptionTable {
  readonly kinds: ReadonlyMap<string, OptionKind>;
  /** `-it` is `-i -t`, and `-eNAME` is `-e NAME`. */
  readonly hasClusters?: boolean;
  /** `--rm=true` sets the flag `--rm`. */
  readonly hasFlagValues?: boolean;
}

type Style = Omit<OptionTable, 'kinds'>;

/** Each kind with its options, separated by spaces or line ends. */
export function optionTable(kinds: Readonly<Partial<Record<OptionKind, string>>>, style: Style = {}): OptionTable {
  const entries = Object.entries(kinds).flatMap(([kind, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map(name => [name, kind as OptionKind] as const),
  );
  return { kinds: new Map(entries), ...style };
}

/** What was read: the kept values, and where the options end. */
export interface Options {
  readonly found: Readonly<Record<'package' | 'also' | 'python', readonly string[]>>;
  /** The index of the first word that is not an option. */
  readonly next: number;
  /** Whether `--` ended the options. */
  readonly hasEnded: boolean;
}

/** The options from an index on, or the reason why they cannot be read. A word the table does not know is such a reason. */
export function readOptions(words: readonly string[], start: number, table: OptionTable): Options | string {
  const found = { package: [] as string[], also: [] as string[], python: [] as string[] };
  let next = start;
  while (next < words.length) {
    const word = words[next] ?? '';
    if (word === '--') return { found, next: next + 1, hasEnded: true };
    if (!word.startsWith('-') || word === '-') break;
    const read = readWord(word, words[next + 1], table);
    if (typeof read === 'string') return read;
    for (const { kind, value } of read.options) if (kind !== 'value') found[kind].push(value);
    next += read.usesNext ? 2 : 1;
  }
  return { found, next, hasEnded: false };
}

interface ReadWord {
  readonly options: readonly { readonly kind: 'value' | 'package' | 'also' | 'python'; readonly value: string }[];
  readonly usesNext: boolean;
}

const NOTHING: ReadWord = { options: [], usesNext: false };

function readWord(word: string, following: string | undefined, table: OptionTable): ReadWord | string {
  if (table.hasClusters === true && !word.startsWith('--')) return readCluster(word, following, table);
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  return readOption(name, equals < 0 ? undefined : word.slice(equals + 1), following, table);
}

function readOption(
  name: string,
  attached: string | undefined,
  following: string | undefined,
  table: OptionTable,
): ReadWord | string {
  const kind = table.kinds.get(name);
  if (kind === undefined) return `The option ${quoteInert(name)} is not known.`;
  if (kind === 'opaque') return `The option ${quoteInert(name)} selects or loads other code.`;
  if (kind === 'flag') {
    const isFine = attached === undefined || table.hasFlagValues === true;
    return isFine ? NOTHING : `The option ${quoteInert(name)} takes no value.`;
  }
  const value = attached ?? following;
  if (value === undefined) return `The option ${quoteInert(name)} has no value.`;
  return { options: [{ kind, value }], usesNext: attached === undefined };
}

/** One-letter options in one word. The first that takes a value takes the rest of the word. */
function readCluster(word: string, following: string | undefined, table: OptionTable): ReadWord | string {
  for (let at = 1; at < word.length; at += 1) {
    const name = `-${word[at]}`;
    const isFlag = table.kinds.get(name) === 'flag';
    const rest = word.slice(at + 1);
    if (!isFlag) return readOption(name, rest === '' ? undefined : rest.replace(/^=/, ''), following, table);
  }
  return NOTHING;
}
