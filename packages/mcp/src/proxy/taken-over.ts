import { type LockedServer, pin, type Snapshot } from '@toolmark/core';
import { LIST_NAMES } from '@toolmark/core/formats';
import type { LockedItem } from '@toolmark/core/lock';

/** Whether all that a server shows is locked, in one definition or another. */
export function isCovered(locked: LockedServer, live: Snapshot): boolean {
  const now = pin(live);
  const texts = [locked.instructions, ...(locked.instructionVariants ?? [])];
  return (
    (now.instructions === undefined || texts.includes(now.instructions)) &&
    LIST_NAMES.every(list => [...now[list]].every(([name, item]) => isApproved(locked[list].get(name), item)))
  );
}

/** What is locked, and what the server shows now beside it: clients of one guard may see different releases. */
export function withLive(locked: LockedServer, live: Snapshot): LockedServer {
  const now = pin(live);
  const { instructions } = now;
  const texts = [locked.instructions, ...(locked.instructionVariants ?? [])];
  const isNewText = instructions !== undefined && !texts.includes(instructions);
  return {
    ...locked,
    ...(isNewText ? { instructionVariants: [...(locked.instructionVariants ?? []), instructions] } : {}),
    tools: joined(locked.tools, now.tools),
    prompts: joined(locked.prompts, now.prompts),
    resources: joined(locked.resources, now.resources),
    templates: joined(locked.templates, now.templates),
  };
}

function joined<Item extends LockedItem & { readonly variants?: readonly Item[] }>(
  locked: ReadonlyMap<string, Item>,
  now: ReadonlyMap<string, Item>,
): Map<string, Item> {
  const items = new Map(locked);
  for (const [name, item] of now) {
    const before = items.get(name);
    if (before === undefined) items.set(name, item);
    else if (!isApproved(before, item)) items.set(name, { ...before, variants: [...(before.variants ?? []), item] });
  }
  return items;
}

function isApproved(locked: LockedItem | undefined, { digest }: LockedItem): boolean {
  if (locked === undefined) return false;
  return locked.digest === digest || (locked.variants ?? []).some(variant => variant.digest === digest);
}
