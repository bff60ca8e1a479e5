import type { Sentence } from './tokens.ts';

/** Common words of English and of descriptions of tools: hardly any eight words in a row have none of them. */
const COMMON = new Set(
  `the and for to of in get from list with or all an by returns information specific on search if this using is
   current use available about content tool name including as data number be query url new id details that
   specified user not text file create you type args status code format their return optional default its
   detailed can given it are results multiple when api used string only retrieve context any first check time
   description will generate based message into each metadata update execute other date one your need page add
   parameters up matching state address include files version find access set image filter between more
   response provide key full existing total two path request error how containing single which maximum must
   provided recent should start note input summary most delete value location like required function before
   result source have output at different true without within json call process what after server convert where
   example through latest web structure perform no configuration account across settings options users count
   operation useful complete read analysis over than select but changes language save needed database level run
   send resource support prompt custom then system step features index examples email size logs usage via local
   field object both show issues specify found limit browser operations directory document do match has
   resources events end take links ask previous make category properties related next allows array valid top
   against instead they last them uses items whether images order tools standard common open a i we us our my
   who he she so such also more tools models agents assistant`.split(/\s+/),
);
const FEWEST_WORDS = 8;
const FEWEST_LETTERS = 24;

/**
 * Why the rules cannot read a text: it is in another script, or in words that are no English. One foreign name or example
 * is not enough.
 */
export function findUnread(text: string, folded: string, sentences: readonly Sentence[]): string | undefined {
  const foreign = BEYOND_ASCII.test(text) ? (text.match(FOREIGN)?.length ?? 0) : 0;
  if (foreign >= FEWEST_LETTERS && 2 * foreign >= (text.match(/\p{Script=Latin}/gu)?.length ?? 0))
    return text.slice(0, 200);
  if (isMostlyStrange(sentences.flat())) return folded.slice(0, 200);
  for (const sentence of sentences) {
    const run = runOfStrangeWords(sentence, folded);
    if (run !== undefined) return folded.slice(run.start, run.end);
  }
  return undefined;
}

const BEYOND_ASCII = /[^\u0000-\u007f]/;
const FOREIGN = /[\p{L}](?<![\p{Script=Latin}\p{Script=Common}])/gu;
const FEWEST_IN_ALL = 9;

/** Hardly any word of the whole text is common. */
function isMostlyStrange(tokens: Sentence): boolean {
  const words = tokens.filter(({ text, kind }) => kind === 'word' && /^[a-z]{2,}$/.test(text));
  // A list of names has commas between them, and needs no language.
  if (3 * tokens.filter(({ text }) => text === ',').length >= words.length) return false;
  return words.length >= FEWEST_IN_ALL && 10 * words.filter(({ text }) => COMMON.has(text)).length <= words.length;
}

/** Words in a row, none of them common, with nothing between them but a space. */
function runOfStrangeWords(sentence: Sentence, shown: string): { start: number; end: number } | undefined {
  let count = 0;
  let start = 0;
  for (const [i, { text, kind, start: at, end }] of sentence.entries()) {
    const isNext = at - (sentence[i - 1]?.end ?? at) === 1;
    // Names are written alike in every language.
    if (isNext && i > 0 && /^[A-Z]/.test(shown[at] ?? '')) continue;
    const isStrange = kind === 'word' && /^[a-z]{2,}$/.test(text) && !COMMON.has(text);
    if (!isStrange) count = 0;
    else if (count > 0 && isNext) count++;
    else count = 1;
    if (count === 1) start = at;
    if (count >= FEWEST_WORDS) return { start, end };
  }
  return undefined;
}
