/** A decoded part of a text. */
export interface Decoded {
  readonly how: string;
  readonly text: string;
}

/** An encoding: candidate runs, bounded to keep the time linear, and the decoder. */
interface Code {
  readonly how: string;
  readonly run: RegExp;
  readonly decode: (run: string) => readonly string[];
}

const VALUE_OF_32 = new Uint8Array(128);
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'].entries()) {
  VALUE_OF_32[digit.charCodeAt(0)] = value;
  VALUE_OF_32[digit.toLowerCase().charCodeAt(0)] = value;
}

const CODES: readonly Code[] = [
  { how: 'base64', run: /[A-Za-z0-9+/_-]{22,4096}/g, decode: run => [0, 1, 2, 3].map(skip => decodeBase64(run, skip)) },
  {
    how: 'base32',
    run: /[A-Za-z2-7]{26,4096}/g,
    decode: run => [0, 1, 2, 3, 4, 5, 6, 7].map(skip => decodeBase32(run, skip)),
  },
  {
    how: 'hexadecimal',
    run: /(?:(?:0x|\\x|u\+00|=)?[0-9a-f]{2}[\s:,-]{0,2}){16,2048}/gi,
    decode: run => [fromCodes(run.replace(/0x|u\+00|[^0-9a-f]/gi, '').match(/../g), 16)],
  },
  {
    how: 'decimal codes',
    run: /(?:(?:0?(?:9|1[03]|3[2-9]|[4-9]\d)|1[01]\d|12[0-6])(?:[\s,;-]{1,2}|$)){16,2048}/g,
    decode: run => [fromCodes(run.match(/\d+/g), 10)],
  },
  {
    how: 'octal codes',
    run: /(?:(?:\\[0-7]{2,3}|[0-7]{2,3}(?=[\s,;-]|$))[\s,;-]{0,2}){16,2048}/g,
    decode: run => [fromCodes(run.match(/[0-7]+/g), 8)],
  },
  {
    how: 'binary codes',
    run: /(?:[01]{8}[\s,;-]{0,2}){12,2048}/g,
    decode: run => [fromCodes(run.replace(/[^01]/g, '').match(/.{8}/g), 2)],
  },
];

/** Of base64; runs of the other encodings are longer. */
const SHORTEST_RUN = 22;

/** Decodes every run of a text that may be encoded text. */
export function decodeRuns(text: string): Decoded[] {
  if (text.length < SHORTEST_RUN) return [];
  return CODES.flatMap(({ how, run, decode }) =>
    (text.match(run) ?? []).flatMap(decode).flatMap(decoded => readable(how, decoded)),
  );
}

/** Tries each offset, because other letters may precede the code, as in a path. */
function decodeBase64(run: string, skip: number): string {
  const digits = run.slice(skip).replaceAll('-', '+').replaceAll('_', '/');
  // 4n+1 digits are not valid base64; drop the last one.
  return atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
}

function decodeBase32(run: string, skip: number): string {
  const bytes: number[] = [];
  let bits = 0;
  let width = 0;
  for (let i = skip; i < run.length; i++) {
    bits = ((bits << 5) | (VALUE_OF_32[run.charCodeAt(i)] ?? 0)) & 0xfff;
    width += 5;
    if (width < 8) continue;
    width -= 8;
    bytes.push((bits >> width) & 0xff);
  }
  return String.fromCharCode(...bytes);
}

function fromCodes(codes: readonly string[] | null, base: number): string {
  return (codes ?? []).map(code => String.fromCharCode(Number.parseInt(code, base))).join('');
}

/** Readable runs only: random bytes rarely have them. Without zeros, UTF-16 (PowerShell) is readable too. */
function readable(how: string, decoded: string): Decoded[] {
  return (decoded.replaceAll('\0', '').match(/[\t\n\r -~]{12,}/g) ?? []).map(text => ({ how, text }));
}
