import { inert, type LockedServer } from '@toolmark/core';
import type { LockedItem } from '@toolmark/core/lock';

/** What only some clients see of a locked server. */
export interface LockedViews {
  /** Items that a client sees only if it declares these. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** Items of which some clients see another definition. */
  readonly variants: readonly string[];
}

/** Undefined where all clients see the same. */
export function viewsOf({ tools, prompts, resources, templates }: LockedServer): LockedViews | undefined {
  const items: [string, LockedItem][] = [...tools, ...prompts, ...resources, ...templates];
  const needs = items.flatMap(([name, { needs }]) => (needs === undefined ? [] : [[name, needs] as const]));
  const variants = items.flatMap(([name, { variants }]) => (variants === undefined ? [] : [name]));
  if (needs.length + variants.length === 0) return undefined;
  return { needs: Object.fromEntries(needs), variants };
}

/** The same for people, one line for each kind of client. */
export function viewLines(server: LockedServer): string[] {
  const views = viewsOf(server);
  if (views === undefined) return [];
  const byNeed = new Map<string, string[]>();
  for (const [name, needs] of Object.entries(views.needs)) {
    const key = needs.join(', ');
    byNeed.set(key, [...(byNeed.get(key) ?? []), name]);
  }
  const needed = [...byNeed].map(([needs, names]) => `Only clients that declare ${needs} see: ${names.join(', ')}.`);
  const { variants } = views;
  const varied = variants.length === 0 ? [] : [`Some clients see another definition of: ${variants.join(', ')}.`];
  return [...needed, ...varied].map(line => inert(line));
}
