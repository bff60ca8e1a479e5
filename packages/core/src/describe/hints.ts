import { child, type Finding, isJsonObject, type JsonObject, member } from '../base/index.ts';

/**
 * A behaviour flag, the MCP annotation it projects to, its name in entries after ToolHive's RFC-0015, and what MCP assumes
 * when it is not declared.
 */
export const FLAGS = [
  { flag: 'read_only', hint: 'readOnlyHint', rfcName: 'readOnly', assumed: false },
  { flag: 'destructive', hint: 'destructiveHint', rfcName: 'destructive', assumed: true },
  { flag: 'idempotent', hint: 'idempotentHint', rfcName: 'idempotent', assumed: false },
  { flag: 'open_world', hint: 'openWorldHint', rfcName: 'openWorld', assumed: true },
] as const;

export type Flag = (typeof FLAGS)[number]['flag'];
export type Hint = (typeof FLAGS)[number]['hint'];
/** Declare all four: the worst case is assumed for an absent flag. */
export type DeclaredFlags = {
  /** The tool only reads and has no side effects. If in doubt, false. */
  readonly read_only?: boolean;
  /** The tool can lose data for good. If in doubt, true; false for what can be undone, such as archiving. */
  readonly destructive?: boolean;
  /** A second call with the same arguments changes nothing more: an accidental retry does no harm. */
  readonly idempotent?: boolean;
  /** The tool reaches anything outside of its process: a network, a database, a disk. False for pure computation. */
  readonly open_world?: boolean;
};

/** The same for programs: the question that a flag answers, and how to answer it. */
export const FLAG_MEANINGS: Readonly<Record<Flag, { readonly question: string; readonly choose: string }>> = {
  read_only: {
    question: 'Does it only read, without side effects?',
    choose: 'If in doubt, false.',
  },
  destructive: {
    question: 'Can it lose data for good?',
    choose: 'If in doubt, true. False for what can be undone, such as archiving.',
  },
  idempotent: {
    question: 'Does a second call with the same arguments change nothing more?',
    choose: 'True if an accidental retry does no harm.',
  },
  open_world: {
    question: 'Does it reach anything outside of its process: network, database, disk?',
    choose: 'False only for pure computation.',
  },
};

/** A resolved flag: for an undeclared one, policies see the worst case, marked as assumed. */
export interface EffectiveFlag {
  readonly value: boolean;
  readonly declared: boolean;
}

/** What annotations declare: by the names of MCP, else by those of the RFC. */
export function flagsOfHints(annotations: JsonObject): DeclaredFlags {
  return Object.fromEntries(
    FLAGS.flatMap(({ flag, hint, rfcName }) => {
      const value = [member(annotations, hint), member(annotations, rfcName)].find(claim => typeof claim === 'boolean');
      return value === undefined ? [] : [[flag, value]];
    }),
  );
}

/** RFC-0015 names in annotations, which MCP clients ignore, mapped to the MCP hints they mean. */
export function rfcHintsIn(annotations: JsonObject): ReadonlyMap<string, Hint> {
  const named = FLAGS.filter(
    ({ hint, rfcName }) => typeof member(annotations, rfcName) === 'boolean' && !Object.hasOwn(annotations, hint),
  );
  return new Map(named.map(({ hint, rfcName }) => [rfcName, hint]));
}

/** The hints of a behaviour. What is not declared is absent: `null` would be a third value MCP does not know. */
export function hintsOfBehavior(behavior: DeclaredFlags): { readonly [hint in Hint]?: boolean } {
  return Object.fromEntries(
    FLAGS.flatMap(({ flag, hint }) => (behavior[flag] === undefined ? [] : [[hint, behavior[flag]]])),
  );
}

/** The declared flags, else the defaults of MCP. */
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

/** Annotations that look like hints but are not spelled as MCP spells them. Only the names of the RFC are read as hints. */
export function findMisnamedHints(tool: JsonObject, at: string): Finding[] {
  const annotations = member(tool, 'annotations');
  if (!isJsonObject(annotations)) return [];
  return Object.keys(annotations).flatMap((key): Finding[] => {
    const meant = MEANT.get(key.replace(/[_-]/g, '').toLowerCase());
    if (meant === undefined || meant === key) return [];
    const isRead = FLAGS.some(({ rfcName }) => rfcName === key);
    const message = isRead
      ? `${key} is the name in RFC-0015 for ${meant}. Toolmark reads it; MCP clients do not.`
      : `${key} is not a hint of MCP; ${meant} is.`;
    return [{ code: 'metadata.misnamed-hint', severity: 'warning', pointer: child(`${at}/annotations`, key), message }];
  });
}
