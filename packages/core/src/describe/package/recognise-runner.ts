import { quoteInert } from '../../base/index.ts';
import { isKnownProgram } from './known-programs.ts';
import type { PackageSpec, PypiSpec, Recognised, RecognisedUnpinned } from './launch.ts';
import { parseNpmSpec } from './npm-spec.ts';
import { type Options, readOptions } from './option-table.ts';
import { parsePypiSpec } from './pypi-spec.ts';
import { quoteWord } from './quote-word.ts';
import type { Runner } from './runners.ts';
import type { Unwrapped } from './unwrap.ts';

/** The words of a runner: its options, and the words after them. */
interface Call {
  readonly runner: string;
  readonly found: Options['found'];
  readonly rest: readonly string[];
  /** The index of the first of these words. */
  readonly at: number;
}

/** What a runner fetches and starts. */
export function recogniseRunner(runner: Runner, { words, at }: Unwrapped): Recognised {
  const call = runner.isMixed === true ? readMixed(runner, words, at) : readCall(runner, words, at);
  if (typeof call === 'string') return unpinned(call);
  if (runner.type === 'oci') return recogniseImage(runner, call);
  return runner.type === 'npm' ? recogniseNpm(call) : recognisePypi(call);
}

export function unpinned(reason: string): RecognisedUnpinned {
  return { type: 'unpinned', reason };
}

function readCall(runner: Runner, words: readonly string[], at: number): Call | string {
  const globals = runner.globals === undefined ? undefined : readOptions(words, at + 1, runner.globals);
  if (typeof globals === 'string') return globals;
  const start = globals?.next ?? at + 1;
  const subcommand = runner.subcommands.find(parts => parts.every((part, index) => words[start + index] === part));
  if (subcommand === undefined) return otherSubcommand(runner);
  const options = readOptions(words, start + subcommand.length, runner.options);
  if (typeof options === 'string') return options;
  const { found, next } = options;
  return { runner: [runner.command, ...subcommand].join(' '), found, rest: words.slice(next), at: next };
}

/** npm reads its options wherever they are, up to `--`. */
function readMixed(runner: Runner, words: readonly string[], at: number): Call | string {
  const found = { package: [] as string[], also: [] as string[], python: [] as string[] };
  const plain: string[] = [];
  for (let next = at + 1; next < words.length; ) {
    const options = readOptions(words, next, runner.options);
    if (typeof options === 'string') return options;
    found.package.push(...options.found.package);
    const [word = ''] = words.slice(options.next);
    // nopt takes such a word for the value of the flag before it.
    if (options.next > next && /^(?:true|false|null)$/.test(word)) return `${quoteInert(word)} follows an option.`;
    plain.push(...words.slice(options.next, options.hasEnded ? undefined : options.next + 1));
    next = options.hasEnded ? words.length : options.next + 1;
  }
  const [subcommand = '', ...rest] = plain;
  const isKnown = runner.subcommands.some(([part]) => part === subcommand);
  return isKnown ? { runner: `${runner.command} ${subcommand}`, found, rest, at: 0 } : otherSubcommand(runner);
}

function otherSubcommand({ command, subcommands }: Runner): string {
  const known = subcommands.map(parts => `"${[command, ...parts].join(' ')}"`).join(' and ');
  return `Of ${command}, only ${known} ${subcommands.length > 1 ? 'name' : 'names'} a package.`;
}

function recogniseNpm({ runner, found, rest }: Call): Recognised {
  const program = programIn(found.package, rest);
  if (typeof program === 'string') return unpinned(program);
  const specs = program.specs.map(parseNpmSpec);
  const bad = specs.find(spec => typeof spec === 'string');
  if (bad !== undefined) return unpinned(bad);
  return { type: 'npm', runner, specs: specs as PackageSpec[], ...program.bin, args: program.args };
}

function recognisePypi({ runner, found, rest }: Call): Recognised {
  const [python, otherPython] = found.python;
  const program = programIn(found.package, rest);
  if (typeof program === 'string') return unpinned(program);
  const specs = [...program.specs, ...found.also].map(parsePypiSpec);
  const bad = specs.find(spec => typeof spec === 'string');
  if (bad !== undefined) return unpinned(bad);
  if (found.package.length > 1 || otherPython !== undefined) return unpinned('An option is given twice.');
  if (python !== undefined && !/^\d{1,2}(?:\.\d{1,3}){0,2}$/.test(python))
    return unpinned(`${quoteWord(python)} is not the number of a Python version.`);
  const [first] = specs as [PypiSpec];
  // These words start Python itself, with whatever the arguments name.
  if (/^python\d*$/.test(first.name)) return unpinned(`${quoteInert(first.name)} starts Python itself.`);
  const version = python === undefined ? {} : { python };
  return { type: 'pypi', runner, specs: specs as PypiSpec[], ...program.bin, args: program.args, ...version };
}

interface Program {
  readonly specs: readonly string[];
  readonly bin: { readonly bin?: string };
  readonly args: readonly string[];
}

/** Without an option for the package, the first word names it; with one, the first word names the program. */
function programIn(packages: readonly string[], [first, ...args]: readonly string[]): Program | string {
  if (first === undefined || first === '') return 'The command names no program.';
  if (packages.length === 0) return { specs: [first], bin: {}, args };
  if (!isProgramName(first)) return `${quoteWord(first)} is not the name of a program.`;
  // Such a word starts what the arguments name, not a program of the package.
  if (isKnownProgram(first)) return `${quoteInert(first)} can start any other program.`;
  return { specs: packages, bin: { bin: first }, args };
}

/** The name of a program: not a path. */
export function isProgramName(text: string): boolean {
  return /^(?:@[\w.~-]+\/)?[\w.~+][\w.~+-]{0,213}$/.test(text) && !/^\.+$/.test(text);
}

/** As the reference grammar of image names has it. */
const IMAGE =
  /^(?:(?:[a-z0-9]+(?:[.-][a-z0-9]+)*(?::\d{1,5})?|\[[0-9a-f:]+\](?::\d{1,5})?)\/)?[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/i;

function recogniseImage(runner: Runner, { rest: [image = ''], at }: Call): Recognised {
  if (!isImageName(image))
    return unpinned(image === '' ? 'The command names no image.' : `${quoteWord(image)} is not an image.`);
  return { type: 'oci', runner: runner.command === 'podman' ? 'podman' : 'docker', image, at: at - 1 };
}

/** A reference with a tag or digest, or without. Names are in lower case; 64 hexadecimal digits are the id of a local image. */
export function isImageName(image: string): boolean {
  return image.length <= 400 && IMAGE.test(image) && !/[A-Z]/.test(nameIn(image)) && !/^[0-9a-f]{64}$/.test(image);
}

/** The repository without host, tag and digest. */
function nameIn(image: string): string {
  const [name = ''] = image.split('@');
  return name.replace(/:[^/:]*$/, '').replace(/^[^/]*[.:][^/]*\//, '');
}
