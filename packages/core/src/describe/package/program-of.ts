import { inert, quoteInert, ToolmarkError } from '../../base/index.ts';
import type { PackageSpec, RecognisedNpm } from './launch.ts';
import type { NpmEntry, NpmTree } from './package-tree.ts';
import { isProgramName } from './recognise-runner.ts';

/** A program of a tree. */
export interface Program {
  readonly bin: string;
  /** Where the package is that has it. */
  readonly location: string;
  /** The file of the program in that package, as its package.json names it. */
  readonly file: string;
}

/**
 * The program that `npx` would run. With `bin`, it may be in any of the packages. Throws `package.no-bin` with the
 * programs that there are.
 */
export function programOf(tree: NpmTree, wanted: Pick<RecognisedNpm, 'specs' | 'bin'>): Program {
  const found = wanted.specs.map(spec => binsOf(tree, spec));
  const { bin } = wanted;
  if (bin !== undefined) {
    const owner = found.find(({ bins }) => Object.hasOwn(bins, bin));
    if (owner !== undefined) return { bin, location: owner.location, file: owner.bins[bin] ?? '' };
    return refuse(found, `has no program ${quoteInert(bin)}`);
  }
  const [first] = found;
  const chosen = first === undefined ? undefined : defaultBin(first);
  if (first !== undefined && chosen !== undefined)
    return { bin: chosen, location: first.location, file: first.bins[chosen] ?? '' };
  return refuse(found.slice(0, 1), 'has no program named like the package');
}

interface Bins {
  readonly location: string;
  readonly name: string;
  readonly bins: Readonly<Record<string, string>>;
}

function binsOf(tree: NpmTree, { name, alias }: PackageSpec): Bins {
  const location = `node_modules/${alias ?? name}`;
  const entry = tree.packages.get(location);
  if (entry !== undefined) return { location, name: entry.name, bins: namedBins(entry) };
  const message = `The package ${quoteInert(name)} is not in its own tree. Resolve it again.`;
  throw new ToolmarkError('package.missing', message);
}

/** A `bin` that is one file has the name of the package without its scope. Names that a lock cannot hold do not count. */
function namedBins({ name, bin = {} }: NpmEntry): Readonly<Record<string, string>> {
  const bins = typeof bin === 'string' ? { [unscoped(name)]: bin } : bin;
  return Object.fromEntries(Object.entries(bins).filter(([program]) => isProgramName(program)));
}

function unscoped(name: string): string {
  return name.replace(/^@[^/]+\//, '');
}

/** The one named like the package, or any if all are the same file. */
function defaultBin({ name, bins }: Bins): string | undefined {
  if (Object.hasOwn(bins, unscoped(name))) return unscoped(name);
  const [first] = Object.keys(bins).sort();
  return new Set(Object.values(bins)).size === 1 ? first : undefined;
}

function refuse(found: readonly Bins[], what: string): never {
  const bins = found.flatMap(({ bins }) => Object.keys(bins)).sort();
  const shown = inert(bins.slice(0, 20).join(', '));
  const advice = bins.length === 0 ? 'It has no programs at all.' : `Name one with --package NAME PROGRAM: ${shown}.`;
  const names = found.map(({ name }) => quoteInert(name)).join(' and ');
  throw new ToolmarkError('package.no-bin', `The package ${names} ${what}. ${advice}`);
}
