import type { Change } from '@toolmark/core';

/** What happened, in words for people. The text of the server is not in them. */
export function wordsFor(change: Change): string {
  const [kind = ''] = change.type.split('_');
  if (change.class === 'added') return `${kind} is new`;
  if (change.class === 'removed') return `${kind} is gone`;
  if (change.type === 'risk_level_changed') return `risk level ${change.class}`;
  if (change.type === 'package_changed')
    return change.after === undefined ? 'server is no longer remote' : 'address changed';
  if (change.type === 'instructions_changed') return `instructions ${deedOf(change).replace(/^is /, 'are ')}`;
  return `${partOf(change)} ${deedOf(change)}`;
}

/** A part that came or went is not "reworded"; of a schema it matters more what is accepted now. */
function deedOf({ class: kind, before, after, pointer }: Change): string {
  const isWholePart = pointer.indexOf('/', 1) < 0;
  if (kind !== 'reworded' && !(kind === 'changed' && isWholePart)) return DEEDS[kind];
  if (before === undefined) return DEEDS.added;
  return after === undefined ? DEEDS.removed : DEEDS[kind];
}

const DEEDS: Readonly<Record<Change['class'], string>> = {
  added: 'is new',
  removed: 'is gone',
  changed: 'changed',
  equivalent: 'written otherwise, means the same',
  widened: 'accepts more',
  narrowed: 'accepts less',
  typo: 'mended by a typo-sized edit',
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
