import { child, inert, type JsonObject, jcs, quoteInert } from '../base/index.ts';
import type { Change, ChangeType, Move } from './change.ts';
import { listedMoves } from './listed-moves.ts';
import { type Identified, identifyList, LISTINGS, type Listing } from './listing.ts';
import type { LockedItem, LockedPackage, LockedServer } from './lock.ts';
import { type SeverityColumn, severityOf } from './severity-table.ts';
import { textMove } from './text-move.ts';
import { toolMoves } from './tool-moves.ts';
import { instructionVariantsOf, isApproved, needsOf, type SeenServer, variantsIn } from './views.ts';

export interface DriftOptions {
  readonly severities?: SeverityColumn;
  /** What the live server was reached as; null for a local one. Absent: what the live side says itself, if anything. */
  readonly package?: LockedPackage | null;
}

/**
 * Everything in which a server differs from what was approved, sorted by type, name and pointer; empty when nothing
 * moved. The second side may be a locked server too. Locked digests are taken as they are: `parseLock` verified them.
 */
export function drift(locked: LockedServer, live: SeenServer | LockedServer, options: DriftOptions = {}): Change[] {
  const column = options.severities ?? 'toolmark';
  const changes = [
    ...LISTINGS.flatMap(listing => listDrift(locked, live, listing, column)),
    ...packageDrift(locked, live, options, column),
    ...instructionsDrift(locked, live, column),
  ];
  return changes.toSorted(byTypeNamePointer);
}

/** A locked server of which nothing may be missing: so that two locks are compared with nothing hidden. */
export function withoutAllow(server: LockedServer): LockedServer {
  const { allow: _, ...whole } = server;
  return whole;
}

type Items = ReadonlyMap<string, Identified>;
type LockedItems = ReadonlyMap<string, LockedItem>;

const ELSEWHERE = 'Only some clients see it like this: those of another revision of MCP, or with other capabilities.';

function listDrift(
  locked: LockedServer,
  live: SeenServer | LockedServer,
  listing: Listing,
  column: SeverityColumn,
): Change[] {
  const before: LockedItems = locked[listing.list];
  const after = isLocked(live) ? live[listing.list] : identifyList(live, listing);
  const toChange = changeMaker(listing, column);
  const changed: Change[] = [];
  const moves = listing.word === 'tool' ? toolMoves : listedMoves;
  const compare = (name: string, now: Identified, note?: string): void => {
    const old = before.get(name);
    if (old === undefined || isApproved(old, now.digest)) return;
    for (const move of moves(old.definition, now.definition, column))
      changed.push(toChange(name, 'changed', note === undefined || move.note !== undefined ? move : { ...move, note }));
  };
  for (const [name, now] of after) compare(name, now);
  for (const [name, now] of variantsIn(live, listing)) compare(name, now, ELSEWHERE);
  const needs = (name: string): readonly string[] => needsOf(before.has(name) ? locked : live, listing, name);
  return [...changed, ...comingsAndGoings(before, after, listing, locked.allow === 'subset', needs, toChange)];
}

function isLocked(side: SeenServer | LockedServer): side is LockedServer {
  return 'surfaceDigest' in side;
}

type ToChange = (name: string, event: 'added' | 'removed' | 'changed', move: Move) => Change;

function changeMaker({ word }: Listing, column: SeverityColumn): ToChange {
  return (name, event, { type, ...move }) => ({
    type: type ?? (`${word}_${event}` as ChangeType),
    severity: severityOf(move.row, column),
    ...(word === 'tool' ? { tool: name } : { name }),
    ...move,
  });
}

function comingsAndGoings(
  before: Items,
  after: Items,
  listing: Listing,
  isSubsetFine: boolean,
  needs: (name: string) => readonly string[],
  toChange: ToChange,
): Change[] {
  const removed = new Map([...before].filter(([name]) => !after.has(name)));
  const added = new Map([...after].filter(([name]) => !before.has(name)));
  if (removed.size === 0 && added.size === 0) return [];
  const moved = listing.word === 'template' ? takeMovedPatterns(removed, added, toChange) : [];
  const names = pairRenames(removed, added, listing);
  const rows = listing.word === 'tool' ? 'tool' : 'listed';
  const gone = [...(isSubsetFine ? [] : removed)].map(([name, { definition }]) =>
    toChange(name, 'removed', {
      ...{ row: `${rows}.removed`, class: 'removed', pointer: '', before: definition },
      ...needsNote(needs(name)),
      ...note('It is offered unchanged under the name', names.to.get(name)),
    }),
  );
  const come = [...added].map(([name, { definition }]) =>
    toChange(name, 'added', {
      ...{ row: `${rows}.added`, class: 'added', pointer: '', after: definition },
      ...needsNote(needs(name)),
      ...note('Apart from its name it is what was locked as', names.from.get(name)),
    }),
  );
  return [...moved, ...gone, ...come];
}

function needsNote(needs: readonly string[]): { note?: string } {
  return needs.length === 0 ? {} : { note: `It is shown only to clients that declare ${inert(needs.join(', '))}.` };
}

function note(words: string, name: string | undefined): { note?: string } {
  return name === undefined ? {} : { note: `${words} ${quoteInert(name)}.` };
}

/** A template is known by its pattern; one that keeps its name and takes another pattern is the same one, changed. */
function takeMovedPatterns(
  removed: Map<string, Identified>,
  added: Map<string, Identified>,
  toChange: ToChange,
): Change[] {
  const [old, now] = [byOwnName(removed), byOwnName(added)];
  return [...old].flatMap(([name, before]) => {
    const after = now.get(name);
    if (before === undefined || after === undefined) return [];
    removed.delete(before.pattern);
    added.delete(after.pattern);
    return listedMoves(before.definition, after.definition).map(move => toChange(before.pattern, 'changed', move));
  });
}

interface Template {
  readonly pattern: string;
  readonly definition: JsonObject;
}

/** Templates by their `name`; a name that two bear leads nowhere. */
function byOwnName(items: Items): Map<string, Template | undefined> {
  const templates = new Map<string, Template | undefined>();
  for (const [pattern, { definition }] of items) {
    const { name } = definition;
    if (typeof name === 'string') templates.set(name, templates.has(name) ? undefined : { pattern, definition });
  }
  return templates;
}

/** Items that went and came under another name, with nothing else changed. */
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

/** An entry that is bound to no address, or a live side of which none is known, has nothing to compare. */
function packageDrift(
  { package: before }: LockedServer,
  live: SeenServer | LockedServer,
  options: DriftOptions,
  column: SeverityColumn,
): Change[] {
  const after = options.package === undefined && isLocked(live) ? live.package : options.package;
  if (before === undefined || after === undefined || after?.name === before.name) return [];
  const row = 'package.address';
  const where = { pointer: '/package/name', before: before.name, ...(after === null ? {} : { after: after.name }) };
  return [{ type: 'package_changed', severity: severityOf(row, column), class: 'changed', row, ...where }];
}

function instructionsDrift(locked: LockedServer, live: SeenServer | LockedServer, column: SeverityColumn): Change[] {
  const { instructions: before } = locked;
  const approved = [before, ...instructionVariantsOf(locked)];
  const moved = [live.instructions, ...instructionVariantsOf(live)].find(text => !approved.includes(text));
  if (moved === undefined && approved.includes(live.instructions)) return [];
  const after = moved;
  const rows = { typo: 'instructions.typo', reworded: 'instructions.reworded' } as const;
  const move = textMove(child('', 'instructions'), before, after, rows);
  return [{ ...move, type: 'instructions_changed', severity: severityOf(move.row, column) }];
}

function byTypeNamePointer(a: Change, b: Change): number {
  return (
    compare(a.type, b.type) || compare(ownerOf(a), ownerOf(b)) || compare(a.pointer, b.pointer) || compare(a.row, b.row)
  );
}

function ownerOf({ tool, name = '' }: Change): string {
  return tool ?? name;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
