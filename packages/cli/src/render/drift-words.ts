import { type Change, quoteInert } from '@toolmark/core';
import { pointerKeys } from '@toolmark/core/json';
import { isPackageChange, packageWords } from './package-words.ts';
import { isUpdateChange, updateWords } from './update-words.ts';

/** What happened, in words for people. The only text of the server in them is the name of an argument, quoted. */
export function wordsFor(change: Change, quote: (name: string) => string = quoteInert): string {
  if (isUpdateChange(change)) return updateWords(change);
  if (isPackageChange(change)) return packageWords(change);
  const [kind = ''] = change.type.split('_');
  if (change.class === 'added' || change.class === 'removed') return `${kind} ${change.class}`;
  if (change.type === 'risk_level_changed') return `risk level ${change.class}`;
  if (change.type === 'instructions_changed') return `instructions ${deedOf(change)}`;
  return argumentWords(change, quote) ?? `${partOf(change)} ${deedOf(change)}`;
}

/** An argument that was added or removed matters more than what the whole schema accepts. */
function argumentWords(change: Change, quote: (name: string) => string): string | undefined {
  if (!isArgument(change)) return undefined;
  const word = change.pointer.startsWith('/inputSchema') ? 'argument' : 'result member';
  return `${word} ${quote(pointerKeys(change.pointer).at(-1) ?? '')} ${change.before === undefined ? 'added' : 'removed'}`;
}

function isArgument({ pointer, before, after }: Change): boolean {
  const isSchema = pointer.startsWith('/inputSchema') || pointer.startsWith('/outputSchema');
  return isSchema && pointerKeys(pointer).at(-2) === 'properties' && (before === undefined || after === undefined);
}

/** What the words do not say already. */
export function noteFor(change: Change): string | undefined {
  return isArgument(change) ? undefined : change.note;
}

/** A part that came or went is not "reworded"; of a schema it matters more what is accepted now. */
function deedOf({ class: kind, before, after, pointer }: Change): string {
  const isWholePart = pointer.indexOf('/', 1) < 0;
  if (kind !== 'reworded' && !(kind === 'changed' && isWholePart)) return DEEDS[kind];
  if (before === undefined) return DEEDS.added;
  return after === undefined ? DEEDS.removed : DEEDS[kind];
}

const DEEDS: Readonly<Record<Change['class'], string>> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  equivalent: 'rewritten, equivalent',
  widened: 'widened: accepts more',
  narrowed: 'narrowed: accepts less',
  typo: 'typo fix',
  reworded: 'reworded',
  raised: 'raised',
  lowered: 'lowered',
};

const PARTS: Readonly<Record<string, string>> = {
  inputSchema: 'input schema',
  outputSchema: 'output schema',
  annotations: 'hint',
  _meta: '_meta',
};

/** The part of the definition that moved, as people call it. */
function partOf({ pointer }: Change): string {
  const [, first = '', ...rest] = pointer.split('/');
  const isSchema = first === 'inputSchema' || first === 'outputSchema';
  if (isSchema && rest.length > 1 && TEXTS.has(rest.at(-1) ?? '')) return 'parameter text';
  return PARTS[first] ?? first;
}

const TEXTS = new Set(['description', 'title']);
