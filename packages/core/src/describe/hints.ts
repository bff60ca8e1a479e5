import { child, type Finding, isJsonObject, type JsonObject, member } from '../base/index.ts';
import type { Behavior } from './metadata.ts';

/** A behaviour flag, the MCP annotation it projects to, and what MCP assumes when nobody declares it. */
export const FLAGS = [
  { flag: 'read_only', hint: 'readOnlyHint', assumed: false },
  { flag: 'destructive', hint: 'destructiveHint', assumed: true },
  { flag: 'idempotent', hint: 'idempotentHint', assumed: false },
  { flag: 'open_world', hint: 'openWorldHint', assumed: true },
] as const;

export type Flag = (typeof FLAGS)[number]['flag'];
export type Hint = (typeof FLAGS)[number]['hint'];
export type DeclaredFlags = { readonly [flag in Flag]?: boolean };

/** A flag with nothing left open: policies never see "undeclared", only its worst case and that it was assumed. */
export interface EffectiveFlag {
  readonly value: boolean;
  readonly declared: boolean;
}

export function flagsOfHints(annotations: JsonObject): DeclaredFlags {
  return Object.fromEntries(
    FLAGS.flatMap(({ flag, hint }) => (typeof annotations[hint] === 'boolean' ? [[flag, annotations[hint]]] : [])),
  );
}

/** The hints of a behaviour. What is not declared is absent: `null` would be a third value MCP does not know. */
export function hintsOfBehavior(behavior: Behavior): { readonly [hint in Hint]?: boolean } {
  return Object.fromEntries(
    FLAGS.flatMap(({ flag, hint }) => (behavior[flag] === undefined ? [] : [[hint, behavior[flag]]])),
  );
}

/** What a rule may rely on: what is declared, else what MCP assumes. */
export function effectiveFlags(declared: DeclaredFlags): Readonly<Record<Flag, EffectiveFlag>> {
  return Object.fromEntries(
    FLAGS.map(({ flag, assumed }) => [
      flag,
      { value: declared[flag] ?? (assumed && hasMeaning(flag, declared)), declared: declared[flag] !== undefined },
    ]),
  ) as Record<Flag, EffectiveFlag>;
}

/** MCP gives `destructive` a meaning only where a tool is not read-only. */
function hasMeaning(flag: Flag, declared: DeclaredFlags): boolean {
  return flag !== 'destructive' || declared.read_only !== true;
}

const MEANT: ReadonlyMap<string, Hint> = new Map(
  FLAGS.flatMap(({ flag, hint }): [string, Hint][] => [
    [flag.replace('_', ''), hint],
    [hint.toLowerCase(), hint],
  ]),
);

/** Annotations that look like hints but are not spelled as MCP spells them: reported, and never taken for one. */
export function findMisnamedHints(tool: JsonObject, at: string): Finding[] {
  const annotations = member(tool, 'annotations');
  if (!isJsonObject(annotations)) return [];
  return Object.keys(annotations).flatMap((key): Finding[] => {
    const meant = MEANT.get(key.replace(/[_-]/g, '').toLowerCase());
    if (meant === undefined || meant === key) return [];
    const message = `${key} is not a hint of MCP; ${meant} is.`;
    return [{ code: 'metadata.misnamed-hint', severity: 'warning', pointer: child(`${at}/annotations`, key), message }];
  });
}
