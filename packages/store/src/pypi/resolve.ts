import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Finding, ToolmarkError } from '@toolmark/core';
import { type PypiSpec, type PypiTree, purlOf, type RecognisedPypi, treeDigest } from '@toolmark/core/package';
import type { ResolveContext, Resolved } from '../ecosystem.ts';
import { findPython } from './find-python.ts';
import { parseRequirements, type Resolution } from './parse-requirements.ts';
import { runUv, type UvRun, withUv } from './run-uv.ts';

/** The versions and hashes of all packages that the command would install now, for every platform. */
export async function resolvePypi(wanted: RecognisedPypi, context: ResolveContext): Promise<Resolved> {
  const [main] = wanted.specs;
  if (main === undefined) throw notASpec('The command');
  const requirements = wanted.specs.map(requirement).join('');
  const tree = await withUv(main.name, context, run => resolveTree(requirements, wanted.python, run));
  const version = tree.packages.get(main.name)?.version;
  if (version === undefined) throw notASpec(main.name);
  const pinned = { type: 'pypi', name: main.name, version } as const;
  const python = wanted.python === undefined ? {} : { python: wanted.python };
  const bin = wanted.bin ?? main.name;
  return {
    package: { ...pinned, spec: main.wanted, bin, tree: treeDigest(tree), purl: purlOf(pinned), ...python },
    tree,
    needsScripts: [],
  };
}

async function resolveTree(requirements: string, wanted: string | undefined, run: UvRun): Promise<PypiTree> {
  const python = await findPython(wanted, run);
  await writeFile(path.join(run.folder, INPUT), requirements);
  const forAll = await compile(python.file, ['--universal'], run);
  if (forAll !== 'forked') return forAll;
  run.context.onNote?.(oneMachineNote(run.subject));
  const forThis = await compile(python.file, [], run);
  if (forThis !== 'forked') return forThis;
  throw notASpec(run.subject);
}

const INPUT = 'requirements.in';

/** Settings that change the tree are given, except those about the age of versions and about previews, which uvx obeys too. */
const OPTIONS = [
  ...['--quiet', '--color=never', '--no-header', '--no-annotate', '--no-sources'],
  ...['--generate-hashes', '--only-binary=:all:', '--resolution=highest', '--fork-strategy=fewest'],
];

async function compile(python: string, options: readonly string[], run: UvRun): Promise<Resolution> {
  return parseRequirements(await runUv(['pip', 'compile', ...OPTIONS, ...options, `--python=${python}`, INPUT], run));
}

const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const CLAUSE = '(?:===|[=~!<>]=|[<>])[A-Za-z0-9_.*+!-]+';
const CLAUSES = new RegExp(`^(?:${CLAUSE}(?:,${CLAUSE})*)?$`);

/** A line for uv. The specification comes from a command, so it is checked for anything that uv could take for more than that. */
function requirement({ name, extras, wanted }: PypiSpec): string {
  if (![name, ...extras].every(text => NAME.test(text)) || !CLAUSES.test(wanted)) throw notASpec(name);
  return `${name}${extras.length === 0 ? '' : `[${extras.join(',')}]`}${wanted}\n`;
}

function notASpec(subject: string): ToolmarkError {
  const message = `${subject} is not a package of an index with a version. It cannot be pinned; use --no-package.`;
  return new ToolmarkError('package.unsupported-source', message);
}

function oneMachineNote(subject: string): Finding {
  const message = `${subject}: a package that it needs has other versions on other platforms. Those for this machine were pinned; on another one, lock it there.`;
  return { code: 'package.one-platform', severity: 'info', pointer: '', message };
}
