import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { IS } from '../packages/core/src/base/unicode/flags.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const SHARED = path.resolve(ROOT, process.env.TOOLMARK_SHARED ?? '../shared');
const OUT = 'packages/core/src/base/unicode';
const VERSION = '17.0.0';
const END = 0x110000;

/**
 * The tables of Unicode that core carries, by file: made from the published files, and from what this engine says of
 * emoji, which the published files at hand leave out. Run it with `tsx scripts/generate-unicode.ts`.
 */
export function generateUnicode(folder: string): Map<string, string> {
  refuseOtherVersions(folder);
  return new Map([
    [`${OUT}/properties.gen.ts`, propertiesModule(folder)],
    [`${OUT}/scripts.gen.ts`, scriptsModule(folder)],
    [`${OUT}/confusables.gen.ts`, confusablesModule(folder)],
  ]);
}

/** Whether this engine knows the emoji of the same version: another one would write another table. */
export const engineFits = process.versions.unicode === '17.0';

function refuseOtherVersions(folder: string): void {
  if (!engineFits) throw new Error(`This Node has Unicode ${process.versions.unicode}; take one that has ${VERSION}.`);
  for (const file of ['PropList.txt', 'Scripts.txt', 'ScriptExtensions.txt', 'confusables.txt', 'IdentifierStatus.txt'])
    if (!read(folder, file).slice(0, 600).includes(VERSION)) throw new Error(`${file} is not of Unicode ${VERSION}.`);
}

// The order of these groups and flags is the format that properties.ts reads.
const GROUPS = ['Cn', 'Cc', 'Cf', 'Co', 'Cs', 'L', 'Mn', 'Mc', 'Me', 'N', 'P', 'S', 'Zs', 'Zl'];

/** Scripts whose letters join or stack, and so may need a joiner or non-joiner between them. */
const JOINING = new Set(
  (
    'Arabic Syriac Mongolian Nko Adlam Mandaic Hanifi_Rohingya Phags_Pa Devanagari Bengali Gurmukhi Gujarati Oriya ' +
    'Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan Javanese Balinese Sundanese Chakma Tai_Tham Newa ' +
    'Tirhuta Grantha Meetei_Mayek Syloti_Nagri'
  ).split(' '),
);
/** Scripts without spaces between words, which mark a place to break a line with a zero width space. */
const SPACELESS = new Set('Thai Lao Khmer Myanmar Tai_Tham Tai_Le New_Tai_Lue Javanese Balinese'.split(' '));
/** Canonical combining class 9, which the files at hand do not give: what joins two consonants into one. */
const VIRAMAS =
  '94d 9cd a4d acd b4d bcd c4d ccd d3b d3c d4d dca e3a eba f84 1039 103a 1714 1715 1734 17d2 1a60 1b44 1baa ' +
  '1bab 1bf2 1bf3 2d7f a806 a82c a8c4 a953 a9c0 aaf6 abed 10a3f 11046 11070 1107f 110b9 11133 11134 111c0 11235 ' +
  '112ea 1134d 113ce 113cf 113d0 11442 114c2 115bf 1163f 116b6 1172b 11839 1193d 1193e 119e0 11a34 11a47 11a99 ' +
  '11c3f 11d44 11d45 11d97 11f41 11f42 1612f';
/** Letters that stand before the consonant they belong to, beside the Prepended_Concatenation_Marks. */
const PREFIXED = 'd4e 111c2 111c3 113d1 1193f 11941 11a3a 11a84 11a85 11a86 11a87 11a88 11a89 11d46 11f02';

function propertiesModule(folder: string): string {
  const values = new Uint16Array(END);
  const mark = (flag: number, from: number, to = from): void => {
    for (let point = from; point <= to; point++) values[point] = (values[point] ?? 0) | flag;
  };
  const property = (name: string): Range[] => ranges(folder, 'PropList.txt').filter(({ value }) => value === name);
  for (const { from, to, comment } of ranges(folder, 'Scripts.txt')) mark(groupOf(comment), from, to);
  mark(GROUPS.indexOf('Cs'), 0xd800, 0xdfff);
  for (const [from, to] of PRIVATE_USE) mark(GROUPS.indexOf('Co'), from, to);
  for (const { from, to } of property('White_Space')) mark(IS.whiteSpace, from, to);
  for (const { from, to } of property('Bidi_Control')) mark(IS.bidiControl, from, to);
  for (const { from, to } of property('Variation_Selector')) mark(IS.variationSelector, from, to);
  for (const { from, to } of property('Noncharacter_Code_Point')) mark(IS.noncharacter, from, to);
  for (const { from, to } of property('Other_Grapheme_Extend')) mark(IS.graphemeExtend, from, to);
  for (const { from, to } of property('Prepended_Concatenation_Mark')) mark(IS.prepend, from, to);
  for (const { from, to } of property('Other_Default_Ignorable_Code_Point')) mark(IS.defaultIgnorable, from, to);
  for (const { from, to } of ranges(folder, 'IdentifierStatus.txt')) mark(IS.identifier, from, to);
  for (const point of hex(VIRAMAS)) mark(IS.virama, point);
  for (const point of hex(PREFIXED)) mark(IS.prepend, point);
  const sets = scriptSets(folder);
  const prepended = property('Prepended_Concatenation_Mark');
  for (let point = 0; point < END; point++) {
    const group = GROUPS[(values[point] ?? 0) & 15] ?? '';
    const scripts = sets[point] ?? [];
    const isLetter = group === 'L' || group.startsWith('M');
    if (isLetter && scripts.some(script => JOINING.has(script))) mark(IS.joining, point);
    if (isLetter && scripts.some(script => SPACELESS.has(script))) mark(IS.spaceless, point);
    if (group === 'Mn' || group === 'Me') mark(IS.graphemeExtend, point);
    if (isIgnorable(point, group, values, prepended)) mark(IS.defaultIgnorable, point);
    if (group !== 'Cs' && /^\p{Extended_Pictographic}$/u.test(String.fromCodePoint(point)))
      mark(IS.pictographic, point);
  }
  return moduleText('PropList, Scripts, ScriptExtensions, IdentifierStatus', [
    `export const UNICODE_VERSION = '${VERSION}';`,
    constant('PROPERTY_RUNS', runs(Array.from(values))),
  ]);
}

const PRIVATE_USE = [
  [0xe000, 0xf8ff],
  [0xf0000, 0xffffd],
  [0x100000, 0x10fffd],
] as const;

/** Default_Ignorable_Code_Point as DerivedCoreProperties derives it from what is at hand. */
function isIgnorable(point: number, group: string, values: Uint16Array, prepended: readonly Range[]): boolean {
  const value = values[point] ?? 0;
  if ((value & IS.variationSelector) !== 0) return true;
  if (group !== 'Cf' || (value & IS.whiteSpace) !== 0) return false;
  const isShown = (point >= 0xfff9 && point <= 0xfffb) || (point >= 0x13430 && point <= 0x13440);
  return !isShown && !prepended.some(({ from, to }) => point >= from && point <= to);
}

function groupOf(comment: string): number {
  const category = comment.slice(0, 2);
  const group = GROUPS.indexOf(category === 'Zp' ? 'Zl' : category);
  const found = group < 0 ? GROUPS.indexOf(category[0] ?? '') : group;
  if (found < 0) throw new Error(`No group for the category ${category}.`);
  return found;
}

function scriptsModule(folder: string): string {
  const sets = scriptSets(folder).map(scripts => scripts.join(' '));
  const names = [...new Set(sets)].sort();
  const index = new Map(names.map((name, position) => [name, position]));
  return moduleText('Scripts, ScriptExtensions', [
    constant('SCRIPT_SETS', names.join(',')),
    constant('SCRIPT_RUNS', runs(sets.map(set => index.get(set) ?? 0))),
  ]);
}

/** The Script_Extensions of every code point. */
function scriptSets(folder: string): string[][] {
  const sets: string[][] = new Array(END).fill(['Unknown']);
  const put = ({ from, to }: Range, scripts: string[]): void => {
    for (let point = from; point <= to; point++) sets[point] = scripts;
  };
  const scripts = ranges(folder, 'Scripts.txt');
  for (const range of scripts) put(range, [range.value]);
  const longName = longNames(scripts);
  for (const range of ranges(folder, 'ScriptExtensions.txt')) put(range, range.value.split(' ').map(longName).sort());
  return sets;
}

/** ScriptExtensions.txt speaks in four letters: the engine knows which script has a character that it takes for that. */
function longNames(scripts: readonly Range[]): (short: string) => string {
  const first = new Map(scripts.toReversed().map(({ value, from }) => [value, String.fromCodePoint(from)]));
  const known = new Map<string, string>();
  return short => {
    const isOf = new RegExp(`^\\p{Script=${short}}$`, 'u');
    const long = known.get(short) ?? [...first].find(([, character]) => isOf.test(character))?.[0];
    if (long === undefined) throw new Error(`No script is called ${short}.`);
    known.set(short, long);
    return long;
  };
}

/** Single characters and what they look like, as `step:targets`; `step` is the distance from the one before. */
function confusablesModule(folder: string): string {
  const pairs = lines(folder, 'confusables.txt')
    .map(line => line.split(';'))
    .map(([source = '', target = '']) => ({ source: hex(source)[0] ?? 0, target: hex(target) }))
    .sort((a, b) => a.source - b.source);
  let before = 0;
  const entries = pairs.map(({ source, target }) => {
    const step = source - before;
    before = source;
    return `${step === 1 ? '' : step.toString(36)}:${target.map(point => point.toString(36)).join('.')}`;
  });
  return moduleText('confusables', [constant('CONFUSABLES', entries.join(' '))]);
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly value: string;
  readonly comment: string;
}

function ranges(folder: string, file: string): Range[] {
  return lines(folder, file).map(line => {
    const [fields = '', comment = ''] = line.split('#');
    const [points = '', value = ''] = fields.split(';');
    const [from = 0, to = from] = points.split('..').map(point => Number.parseInt(point, 16));
    return { from, to, value: value.trim(), comment: comment.trim() };
  });
}

function lines(folder: string, file: string): string[] {
  return read(folder, file)
    .split('\n')
    .filter(line => /^[0-9A-F]/.test(line));
}

function read(folder: string, file: string): string {
  return readFileSync(path.join(folder, file), 'utf8').replace(/^\ufeff/, '');
}

function hex(points: string): number[] {
  return points
    .trim()
    .split(/\s+/)
    .map(point => Number.parseInt(point, 16));
}

/** Values of all code points as `length value` pairs in base 36; a length of one is left out. */
function runs(values: readonly number[]): string {
  const out: string[] = [];
  for (let start = 0; start < values.length; ) {
    let end = start + 1;
    while (end < values.length && values[end] === values[start]) end++;
    const length = end - start === 1 ? '' : (end - start).toString(36);
    out.push(`${length}:${(values[start] ?? 0).toString(36)}`);
    start = end;
  }
  return out.join(' ');
}

function constant(name: string, text: string): string {
  const parts = text.match(/.{1,116}/gs) ?? [''];
  return `export const ${name} =\n${parts.map(part => `  '${part}'`).join(' +\n')};`;
}

function moduleText(sources: string, body: readonly string[]): string {
  return [
    `// Generated by scripts/generate-unicode.ts from Unicode ${VERSION} (${sources}). Do not edit.`,
    '// Data © 1991-2025 Unicode, Inc., under the Unicode License v3: https://www.unicode.org/license.txt',
    '',
    ...body,
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of generateUnicode(path.join(SHARED, 'vectors/public/unicode-17')))
    writeFileSync(path.join(ROOT, file), text);
}
