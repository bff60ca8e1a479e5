/** Kinds of tokens. Rules name them as `{url}`, `{mail}` and so on. */
export type TokenKind = 'url' | 'mail' | 'path' | 'secret-path' | 'name' | 'variable' | 'number' | 'word' | 'sign';

/** A word, name, address or sign of a text. `start` and `end` are offsets in the folded text. */
export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** Filler words do not count in the distance between two words. */
  readonly isFiller: boolean;
}

/** The tokens of one sentence. */
export type Sentence = readonly Token[];

/** A chunk longer than this is data, not words. */
const LONGEST = 400;
const FILLERS = new Set(
  'the a an your any all of to this that these its his her their our every each just also and be is are will it in on for as'.split(
    ' ',
  ),
);

/**
 * Splits a folded text into sentences, and yields one at a time to bound memory. Takes linear time: splits at white space
 * first, and then splits each chunk, which is bounded in length, at its signs.
 */
export function* sentencesOf(text: string): Generator<Sentence> {
  let sentences: Token[][] = [[]];
  let end = 0;
  const chunks = /\S+/g;
  for (let match = chunks.exec(text); match !== null; match = chunks.exec(text)) {
    if (isBreak(text, end, match.index)) sentences.push([]);
    end = match.index + match[0].length;
    addChunk(match[0], match.index, sentences);
    if (sentences.length === 1) continue;
    for (const sentence of sentences.slice(0, -1)) if (sentence.length > 0) yield sentence;
    sentences = sentences.slice(-1);
  }
  for (const sentence of sentences) if (sentence.length > 0) yield sentence;
}

/** A blank line, a list item and a heading end a sentence without a full stop. */
function isBreak(text: string, from: number, to: number): boolean {
  if (to - from < 1 || from === 0) return false;
  const gap = text.slice(from, Math.min(to, from + LONGEST));
  const line = gap.indexOf('\n');
  if (line < 0) return false;
  return (
    gap.includes('\n', line + 1) || /[-*#•<[]/.test(text[to] ?? '') || /^\d{1,2}[.)]\s/.test(text.slice(to, to + 4))
  );
}

const PART = /\$\(|[|>&]{1,2}|[=,]|[^\u0000-\u007f]+|[;!?]+|[^\s"`()[\]{}<>,=|&;!?\u0080-\uffff]+/g;
/** Fast path: most chunks are plain words. */
const PLAIN_WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+|[^\u0000-\u007f]+)$/;
const EDGES = /^(?:[*_:']|~(?![\\/]))+|[.:*_~'-]+$/g;
const ABBREVIATIONS = new Set(['e.g', 'i.e', 'etc', 'vs', 'no', 'incl', 'approx', 'eg', 'ie']);

function addChunk(chunk: string, start: number, sentences: Token[][]): void {
  if (chunk.length > LONGEST) {
    sentences.at(-1)?.push(tokenOf('…', 'sign', start, start + chunk.length, false));
    return;
  }
  if (PLAIN_WORD.test(chunk)) {
    sentences.at(-1)?.push(tokenOf(chunk.toLowerCase(), kindOf(chunk), start, start + chunk.length, false));
    return;
  }
  PART.lastIndex = 0;
  let last = '';
  for (let match = PART.exec(chunk); match !== null; match = PART.exec(chunk)) {
    last = match[0];
    if (END_SIGN.test(last)) {
      if (endsSentence(chunk, match.index, last)) sentences.push([]);
      continue;
    }
    addPart(last, chunk, start, match.index, sentences.at(-1) ?? []);
  }
  if (chunk.includes('.') && FULL_STOP.test(chunk) && !ABBREVIATIONS.has(last.replace(/\.+$/, '').toLowerCase()))
    sentences.push([]);
}

const END_SIGN = /^[;!?]/;
const FULL_STOP = /\.["'`)\]*_]{0,3}$/;

/** A sign inside a chunk, as in a URL, or directly after a quote is data. */
function endsSentence(chunk: string, index: number, sign: string): boolean {
  return index > 0 && index + sign.length >= chunk.length - 2 && !isQuote(chunk[index - 1] ?? '');
}

function isQuote(sign: string): boolean {
  return sign === '"' || sign === "'" || sign === '`';
}

function addPart(part: string, chunk: string, start: number, index: number, into: Token[]): void {
  const before = chunk[index - 1] ?? '';
  const after = chunk[index + part.length] ?? '';
  const at = start + index;
  if (SIGN.test(part)) {
    into.push(tokenOf(part, 'sign', at, at + part.length, false));
    return;
  }
  const bare = PLAIN_WORD.test(part) ? part : part.replace(EDGES, '');
  if (bare === '') return;
  const end = at + part.length;
  const isQuoted = isQuote(before);
  const kind = kindOf(bare);
  if (kind !== 'word') into.push(tokenOf(bare.toLowerCase(), kind, at, end, isQuoted));
  else if ((before === '<' && after === '>') || (before === '[' && after === ']'))
    into.push(tokenOf(`<${bare.toLowerCase()}>`, 'word', at, end, false));
  else for (const word of wordsOf(bare)) into.push(tokenOf(word, 'word', at, end, isQuoted));
}

const SIGN = /^(?:\$\(|[|>&]{1,2}|[=,/])$/;

function tokenOf(text: string, kind: TokenKind, start: number, end: number, isQuoted: boolean): Token {
  return { text, kind, start, end, isQuoted, isFiller: (kind === 'sign' && text !== ',') || FILLERS.has(text) };
}

const SECRET_PATH =
  /(?:^|[\\/~$}])\.(?:ssh|aws|gnupg|kube|azure|docker|netrc|npmrc|pypirc|pgpass|git-credentials|htpasswd|env|bash_history|zsh_history|config[\\/](?:gcloud|gh)|cursor[\\/]mcp)(?:[\\/.]|$)|\bid_(?:rsa|ed25519|ecdsa|dsa)(?!\.pub)(?:$|[^\w])|[\\/]etc[\\/](?:passwd|shadow|sudoers|[\w.-]*passw\w*|[\w.-]*credential\w*)|wallet\.dat|keychain(?:-db)?$|[\\/]proc[\\/]self[\\/]environ|(?:credentials?|secrets?|tokens?|service-account)\.(?:json|ya?ml|ini|csv|txt|toml|env)$|\*\.(?:pem|key|env)$|^~?[\\/](?:[\w.-]+[\\/])*\.[\w-]*(?:token|credential|secret|key)[\w-]*|^~[\\/]\.[\w./-]*(?:token|credential|secret|key|password)/i;

/** Metadata services of clouds, which return the credentials of a machine. */
const CLOUD_SECRETS = /^(?:https?:\/\/)?(?:169\.254\.169\.254|metadata\.google\.internal)\b/i;

/** The kind of a part without its surrounding signs. Each pattern is anchored and takes linear time. */
function kindOf(part: string): TokenKind {
  if (PLAIN_WORD.test(part) && !part.toLowerCase().endsWith('keychain')) return 'word';
  if (CLOUD_SECRETS.test(part)) return 'secret-path';
  if (/^(?:[a-z][a-z0-9+.-]{1,12}:\/\/\S|www\.\w)/i.test(part)) return 'url';
  if (/^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(part)) return 'mail';
  if (SECRET_PATH.test(part)) return 'secret-path';
  if (/^(?:~|\.{1,2}|\$\{?\w+\}?|%\w+%|[a-z]:)?[\\/][\w.*$~{}@-]|^~[\\/]?$/i.test(part)) return 'path';
  if (/^\.[a-z][\w-]{1,20}$/i.test(part)) return 'path';
  if (/^(?:\+?\d{6,}|0x[0-9a-f]{6,}|[A-Z]{2}\d{2}[A-Z0-9]{10,}|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?)$/.test(part))
    return 'number';
  if (/^\$?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(part)) return 'variable';
  if (/^[a-z$][a-z0-9]*(?:_{1,2}[a-z0-9]+)+$/i.test(part) || /^[a-z]+[0-9]*[A-Z][A-Za-z0-9]*$/.test(part))
    return 'name';
  return 'word';
}

const JOINS = /['\\/:.-]/;

/** Splits "and/or" and "third-party"; "user's" becomes "user", and "don't" becomes "dont". */
function wordsOf(part: string): string[] {
  const lower = part.toLowerCase();
  if (!JOINS.test(lower)) return [lower];
  return lower
    .replace(/'s$/, '')
    .replaceAll("'", '')
    .split(/[\\/:]|(?<=\w)[-.](?=\w)/)
    .filter(word => word !== '');
}
