import type { ToolAdvisory } from '@toolmark/core/registry';

/** The next step for a user of a tool under an advisory. */
export function remedyOf({ unaffectedVersion }: Pick<ToolAdvisory, 'unaffectedVersion'>): string {
  return unaffectedVersion === null ? 'use another tool' : `use ${unaffectedVersion}`;
}

/** An advisory in a sentence: its number, how bad it is, what happened and what to do. */
export function advisorySentence(advisory: ToolAdvisory): string {
  const { id, severity, summary, unaffectedVersion } = advisory;
  const remedy =
    unaffectedVersion === null ? 'No version is unaffected: use another tool.' : `${remedyOf(advisory)} instead.`;
  return `${id} (${severity}): ${summary} ${remedy[0]?.toUpperCase()}${remedy.slice(1)}`;
}

/** For a column of a table: the first one, and how many more there are. */
export function advisoryCell(advisories: readonly ToolAdvisory[]): string {
  const [first, ...others] = advisories;
  if (first === undefined) return '-';
  return `${first.id} ${first.severity}, ${remedyOf(first)}${others.length === 0 ? '' : ` (+${others.length})`}`;
}
