import { type Change, inert, isJsonObject, type Json, quoteInert } from '@toolmark/core';
import { type WordDiffPart, wordDiff } from '@toolmark/core/lock';
import type pc from 'picocolors';
import { noteFor, wordsFor } from './drift-words.ts';
import { isPackageChange, isToldInWords } from './package-words.ts';
import { isUpdateChange } from './update-words.ts';

type Colors = ReturnType<typeof pc.createColors>;

const INDENT = ' '.repeat(12);

/** One change with both sides, as lines. */
export function changeLines(change: Change, color: Colors): string[] {
  const paint = { critical: color.red, info: color.yellow, safe: color.green }[change.severity];
  const whose = ownerOf(change);
  const head = [
    `  ${paint(change.severity.padEnd(8))} `,
    ...(whose === undefined ? [] : [color.bold(whose)]),
    `${wordsFor(change)}${change.pointer === '' ? '' : color.dim(`  ${inert(change.pointer)}`)}`,
  ].join(' ');
  const note = noteFor(change);
  return [
    head,
    ...(note === undefined ? [] : [INDENT + inert(note)]),
    ...sideLines(change, color).map(line => INDENT + line),
  ];
}

/** Whose change it is; that it is a tool's goes without saying. */
function ownerOf(change: Change): string | undefined {
  const { type, tool, name } = change;
  if (tool !== undefined) return quoteInert(tool, 60);
  if (name === undefined) return undefined;
  // The words of a package say what it is.
  return isPackageChange(change) ? quoteInert(name, 60) : `${type.split('_')[0]} ${quoteInert(name, 60)}`;
}

/** Both sides: a text as one line of words with what went and what came, anything else as JSON. */
function sideLines(change: Change, color: Colors): string[] {
  if (isToldInWords(change) || isUpdateChange(change)) return [];
  const { before, after, class: kind } = change;
  if (kind === 'removed') return [];
  if (kind === 'added') return [color.green(`+ ${shownItem(after)}`)];
  if (typeof before === 'string' && typeof after === 'string') {
    const isSameToTheEye = before.normalize('NFC') === after.normalize('NFC');
    const hint = isSameToTheEye ? ['Same text in another Unicode normalization form.'] : [];
    return [wordLine(wordDiff(before, after), color), ...hint];
  }
  return [
    ...(before === undefined ? [] : [color.red(`- ${shown(before)}`)]),
    ...(after === undefined ? [] : [color.green(`+ ${shown(after)}`)]),
  ];
}

function wordLine(runs: readonly WordDiffPart[], color: Colors): string {
  return runs.map((run, index) => shownRun(run, index === 0, index === runs.length - 1, color)).join('');
}

/** Marks besides colours: who cannot see colours, or reads a log, must see what changed. */
function shownRun({ kind, text }: WordDiffPart, isFirst: boolean, isLast: boolean, color: Colors): string {
  if (kind === 'removed') return color.red(`[-${inert(text)}-]`);
  if (kind === 'added') return color.green(`{+${inert(text)}+}`);
  return inert(shorten(text, isFirst, isLast));
}

const CONTEXT = 60;

/** Keeps only the context next to a change. */
function shorten(text: string, isFirst: boolean, isLast: boolean): string {
  const points = [...text];
  if (points.length <= 2 * CONTEXT) return text;
  const start = isFirst ? '' : points.slice(0, CONTEXT).join('');
  const end = isLast ? '' : points.slice(-CONTEXT).join('');
  return `${start} … ${end}`;
}

/** What is new: what it says of itself and what it takes. */
function shownItem(item: Json | undefined): string {
  const { description, inputSchema } = isJsonObject(item) ? item : {};
  const properties = isJsonObject(inputSchema) ? inputSchema.properties : undefined;
  const takes = isJsonObject(properties) ? Object.keys(properties) : [];
  const said = typeof description === 'string' ? shown(description) : '(no description)';
  return takes.length === 0 ? said : `${said} Takes ${shown(takes.join(', '))}.`;
}

const MAX_SHOWN = 400;

function shown(value: Json): string {
  const text = inert(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
