import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { BundleManifest } from './parse-manifest.ts';

const OPTION = '--config-value';

export interface UserArgs {
  /** What the user gave for the options in `user_config`. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Arguments for the program itself. */
  readonly rest: readonly string[];
}

/** Reads `--config-value NAME=VALUE` among the arguments after the file, up to `--`. Throws `mcpb.bad-config` or `mcpb.needs-config`. */
export function readUserArgs(args: readonly string[], manifest: BundleManifest): UserArgs {
  const values = new Map<string, string[]>();
  const rest: string[] = [];
  const words = args.values();
  for (const word of words) {
    if (word === '--') rest.push(...words);
    else if (word === OPTION) add(values, words.next().value ?? '', manifest);
    else if (word.startsWith(`${OPTION}=`)) add(values, word.slice(OPTION.length + 1), manifest);
    else rest.push(word);
  }
  refuseMissing(values, manifest);
  return { values, rest };
}

function add(values: Map<string, string[]>, text: string, { options }: BundleManifest): void {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at));
  const option = options.get(name);
  // The value may be a secret: it is not repeated.
  if (option === undefined)
    throw badConfig(`Write "${OPTION} NAME=VALUE" with a name that the bundle has: ${listOf([...options.keys()])}.`);
  const before = values.get(name) ?? [];
  if (before.length > 0 && !option.isMultiple) throw badConfig(`The bundle takes one value for ${quoteInert(name)}.`);
  values.set(name, [...before, text.slice(at + 1)]);
}

function refuseMissing(values: ReadonlyMap<string, readonly string[]>, { options }: BundleManifest): void {
  const missing = [...options].filter(
    ([name, option]) => option.isRequired && !values.has(name) && option.default === undefined,
  );
  if (missing.length === 0) return;
  const message = `The bundle needs values from you: ${listOf(missing.map(([name]) => name))}. Add "${OPTION} NAME=VALUE" for each after the bundle in the command of the server.`;
  throw new ToolmarkError('mcpb.needs-config', message);
}

function listOf(names: readonly string[]): string {
  return names.length === 0
    ? '(none)'
    : names
        .slice(0, 20)
        .map(name => quoteInert(name))
        .join(', ');
}

function badConfig(message: string): ToolmarkError {
  return new ToolmarkError('mcpb.bad-config', message);
}
