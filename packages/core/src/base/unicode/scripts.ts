import { pointAt } from './point-at.ts';
import { type Runs, readRuns, valueIn } from './runs.ts';
import { SCRIPT_RUNS, SCRIPT_SETS } from './scripts.gen.ts';

/**
 * The scripts a code point is used with (Script_Extensions, with the writing systems UTS #39 adds), by their long
 * names. Empty for what belongs to every script, such as digits, punctuation and accents.
 */
export function scriptsOf(point: number): readonly string[] {
  table ??= makeTable();
  return table.sets[valueIn(table.runs, point)] ?? [];
}

/** The scripts that every character of a text is used with; undefined when all of them belong to every script. */
export function resolvedScripts(text: string): ReadonlySet<string> | undefined {
  let resolved: Set<string> | undefined;
  let last: readonly string[] | undefined;
  for (const character of text) {
    const scripts = scriptsOf(pointAt(character, 0));
    if (scripts === last || scripts.length === 0) continue;
    last = scripts;
    resolved = new Set(resolved === undefined ? scripts : scripts.filter(script => resolved?.has(script)));
    if (resolved.size === 0) break;
  }
  return resolved;
}

/** Whether no single script accounts for all of a text (UTS #39, section 5.1). */
export function isMixedScript(text: string): boolean {
  return resolvedScripts(text)?.size === 0;
}

/** Writing systems that use several scripts together: Japanese, Korean, and Chinese with Bopomofo. */
const TOGETHER: ReadonlyMap<string, readonly string[]> = new Map([
  ['Han', ['Bopomofo with Han', 'Japanese', 'Korean']],
  ['Hiragana', ['Japanese']],
  ['Katakana', ['Japanese']],
  ['Hangul', ['Korean']],
  ['Bopomofo', ['Bopomofo with Han']],
]);

interface Table {
  readonly runs: Runs;
  readonly sets: readonly (readonly string[])[];
}

let table: Table | undefined;

function makeTable(): Table {
  return { runs: readRuns(SCRIPT_RUNS), sets: SCRIPT_SETS.split(',').map(augment) };
}

function augment(names: string): readonly string[] {
  const scripts = names.split(' ');
  if (scripts.includes('Common') || scripts.includes('Inherited')) return [];
  return [...new Set(scripts.flatMap(script => [script, ...(TOGETHER.get(script) ?? [])]))];
}
