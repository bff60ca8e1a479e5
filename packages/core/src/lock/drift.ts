import { inert, type JsonObject, jcs, quoteInert } from '../base/index.ts';
import { type Change, type ChangeType, type Difference, type ItemChange, textChange } from './change.ts';
import { listedChanges, toolChanges } from './item-changes.ts';
import { type Identified, identifyList, LISTINGS, type Listing } from './listing.ts';
import type { LockedItem, LockedServer } from './lock.ts';
import type { LockedPackage } from './locked-package.ts';
import { packageDrift } from './package-drift.ts';
import { type SeverityColumn, severityOf } from './severity-table.ts';
import type { Trees } from './tree-drift.ts';
import { instructionVariantsOf, isApproved, needsOf, type SeenServer, variantsIn } from './views.ts';

export interface DriftOptions {
  readonly severities?: SeverityColumn;
  /** What the server is now; null for a local one of unknown code. Absent: what the live side states, if anything. */
  readonly package?: LockedPackage | null;
  /** Both trees, so that each dependency that differs is named. */
  readonly trees?: Trees;
}

/**
 * Every difference between a server and its lock, sorted by type, name and pointer. The second side may be a locked
 * server too. Locked digests are trusted: `parseLock` verified them.
 */
export function drift(locked: LockedServer, live: SeenServer | LockedServer, options: DriftOptions = {}): Change[] {
  const column = options.severities ?? 'toolmark';
  const changes = [
    ...LISTINGS.flatMap(listing => listDrift(locked, live, listing, column)),
    ...packageChanges(locked, live, options),
    ...instructionsDrift(locked, live),
  ];
  return changes
    .map(({ type, ...change }) => ({ type, severity: severityOf(change.row, column), ...change }))
    .toSorted(byTypeNamePointer);
}

/** A locked server without `allow: subset`, to compare two locks completely. */
export function withoutAllow(server: LockedServer): LockedServer {
  const { allow: _, ...whole } = server;
  return whole;
}

type Items = ReadonlyMap<string, Identified>;

const SOME_CLIENTS = 'Only some clients see this definition: those with another MCP revision or other capabilities.';

function listDrift(
  locked: LockedServer,
  live: SeenServer | LockedServer,
  listing: Listing,
  column: SeverityColumn,
): Difference[] {
  const before: ReadonlyMap<string, LockedItem> = locked[listing.list];
  const after: Items = isLocked(live) ? live[listing.list] : identifyList(live, listing);
  const changesIn = listing.word === 'tool' ? toolChanges : listedChanges;
  const compare = (name: string, now: Identified, note?: string): Difference[] => {
    const old = before.get(name);
    if (old === undefined || isApproved(old, now.digest)) return [];
    const changes = changesIn(old.definition, now.definition, column);
    return changes.map(change => ofItem(listing, name, 'changed', { ...(note !== undefined && { note }), ...change }));
  };
  const needs = (name: string): readonly string[] => needsOf(before.has(name) ? locked : live, listing, name);
  return [
    ...[...after].flatMap(([name, now]) => compare(name, now)),
    ...variantsIn(live, listing).flatMap(([name, now]) => compare(name, now, SOME_CLIENTS)),
    ...addedAndRemoved(before, after, listing, locked.allow === 'subset', needs),
  ];
}

function isLocked(side: SeenServer | LockedServer): side is LockedServer {
  return 'surfaceDigest' in side;
}

function ofItem({ word }: Listing, name: string, event: string, change: ItemChange): Difference {
  const { type = `${word}_${event}` as ChangeType, note, ...rest } = change;
  return { type, ...(word === 'tool' ? { tool: name } : { name }), ...rest, ...(note !== undefined && { note }) };
}

function addedAndRemoved(
  before: Items,
  after: Items,
  listing: Listing,
  isSubsetFine: boolean,
  needs: (name: string) => readonly string[],
): Difference[] {
  const removed = new Map([...before].filter(([name]) => !after.has(name)));
  const added = new Map([...after].filter(([name]) => !before.has(name)));
  if (removed.size === 0 && added.size === 0) return [];
  const moved = listing.word === 'template' ? takeMovedPatterns(removed, added, listing) : [];
  const names = pairRenames(removed, added, listing);
  const rows = listing.word === 'tool' ? 'tool' : 'listed';
  const toDifference = (kind: 'added' | 'removed', name: string, sides: Partial<ItemChange>, rename?: string) => {
    const note = rename ?? needsNote(needs(name));
    const change = { row: `${rows}.${kind}`, class: kind, pointer: '', ...sides } as const;
    return ofItem(listing, name, kind, { ...change, ...(note !== undefined && { note }) });
  };
  return [
    ...moved,
    ...[...(isSubsetFine ? [] : removed)].map(([name, { definition }]) =>
      toDifference('removed', name, { before: definition }, renameNote('to', names.to.get(name))),
    ),
    ...[...added].map(([name, { definition }]) =>
      toDifference('added', name, { after: definition }, renameNote('from', names.from.get(name))),
    ),
  ];
}

function needsNote(needs: readonly string[]): string | undefined {
  return needs.length === 0 ? undefined : `Only listed for clients that declare ${inert(needs.join(', '))}.`;
}

function renameNote(direction: 'to' | 'from', name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Renamed ${direction} ${quoteInert(name)}, otherwise unchanged.`;
}

/** Templates are keyed by their pattern; one that keeps its name under another pattern is changed, not replaced. */
function takeMovedPatterns(
  removed: Map<string, Identified>,
  added: Map<string, Identified>,
  listing: Listing,
): Difference[] {
  const [old, now] = [byOwnName(removed), byOwnName(added)];
  return [...old].flatMap(([name, before]) => {
    const after = now.get(name);
    if (before === undefined || after === undefined) return [];
    removed.delete(before.pattern);
    added.delete(after.pattern);
    const changes = listedChanges(before.definition, after.definition);
    return changes.map(change => ofItem(listing, before.pattern, 'changed', change));
  });
}

interface Template {
  readonly pattern: string;
  readonly definition: JsonObject;
}

/** Templates by their `name`; undefined for a name that two share. */
function byOwnName(items: Items): Map<string, Template | undefined> {
  const templates = new Map<string, Template | undefined>();
  for (const [pattern, { definition }] of items) {
    const { name } = definition;
    if (typeof name === 'string') templates.set(name, templates.has(name) ? undefined : { pattern, definition });
  }
  return templates;
}

/** Removed and added items that are equal except for their name. */
function pairRenames(
  removed: Items,
  added: Items,
  listing: Listing,
): { to: Map<string, string>; from: Map<string, string> } {
  const known = new Map([...removed].map(([name, { definition }]) => [withoutKey(definition, listing), name]));
  const [to, from] = [new Map<string, string>(), new Map<string, string>()];
  for (const [name, { definition }] of known.size === 0 ? [] : added) {
    const old = known.get(withoutKey(definition, listing));
    if (old === undefined) continue;
    from.set(name, old);
    if (!to.has(old)) to.set(old, name);
  }
  return { to, from };
}

function withoutKey(definition: JsonObject, { key }: Listing): string {
  return jcs(Object.fromEntries(Object.entries(definition).filter(([name]) => name !== key)));
}

/** Compared only if the entry has a package and that of the live side is known. */
function packageChanges(locked: LockedServer, live: SeenServer | LockedServer, options: DriftOptions): Difference[] {
  const after = options.package === undefined && isLocked(live) ? live.package : options.package;
  if (locked.package === undefined || after === undefined) return [];
  return packageDrift(locked.package, after, options.trees);
}

function instructionsDrift(locked: LockedServer, live: SeenServer | LockedServer): Difference[] {
  const approved = [locked.instructions, ...instructionVariantsOf(locked)];
  const after = [live.instructions, ...instructionVariantsOf(live)].find(text => !approved.includes(text));
  if (after === undefined && approved.includes(live.instructions)) return [];
  const place = { pointer: '/instructions', before: locked.instructions, after };
  const rows = { typo: 'instructions.typo', reworded: 'instructions.reworded' } as const;
  return [{ type: 'instructions_changed', ...textChange(place, rows) }];
}

function byTypeNamePointer(a: Change, b: Change): number {
  const keys = ({ type, tool, name = '', pointer, row }: Change): string[] => [type, tool ?? name, pointer, row];
  const others = keys(b);
  return (
    keys(a)
      .map((key, i) => compare(key, others[i] ?? ''))
      .find(order => order !== 0) ?? 0
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
