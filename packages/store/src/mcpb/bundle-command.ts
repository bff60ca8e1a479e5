import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Environment } from '../context.ts';
import type { Prepared } from '../ecosystem.ts';
import { findProgram } from '../local/find-program.ts';
import { expand, type Variables } from './expand.ts';
import type { BundleManifest, StartConfig } from './parse-manifest.ts';
import { readUserArgs } from './user-args.ts';

export interface BundlePlace {
  /** The absolute path of the unpacked bundle. */
  readonly folder: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** The Node that runs bundles of type `node`. */
  readonly node: string;
  readonly isFile: (file: string) => boolean;
}

/** What an unpacked bundle starts, with the arguments after its file in the command of the server. Throws `mcpb.*`. */
export function bundleCommand(manifest: BundleManifest, args: readonly string[], place: BundlePlace): Prepared {
  refuseOtherPlatform(manifest, place);
  const given = readUserArgs(args, manifest);
  const variables = variablesOf(manifest, given.values, place);
  const config: StartConfig = { ...manifest.start, ...manifest.overrides.get(place.platform) };
  const expanded = config.args.flatMap(argument => expand(argument, variables));
  const env = [...config.env]
    .map(([name, text]) => [name, expand(text, variables)] as const)
    .flatMap(([name, values]) => (values.length === 0 ? [] : [[name, values.join(',')] as const]));
  // The store is read-only, and Python would try to write beside its files.
  const fixed = manifest.type === 'python' ? { PYTHONDONTWRITEBYTECODE: '1' } : {};
  const command = commandOf(manifest, config.command, variables, place);
  return { command, args: [...expanded, ...given.rest], env: { ...Object.fromEntries(env), ...fixed } };
}

function refuseOtherPlatform({ platforms }: BundleManifest, { platform }: BundlePlace): void {
  if (platforms.length === 0 || platforms.includes(platform)) return;
  const message = `The bundle is for ${platforms.map(name => quoteInert(name)).join(', ')}, not for "${platform}". Ask its author for another one.`;
  throw new ToolmarkError('mcpb.wrong-platform', message);
}

function variablesOf(
  { options }: BundleManifest,
  given: ReadonlyMap<string, readonly string[]>,
  { folder, env, platform }: BundlePlace,
): Variables {
  const home = env.HOME ?? env.USERPROFILE ?? '';
  const { join, sep } = platform === 'win32' ? path.win32 : path.posix;
  const system = [
    ['__dirname', [folder]],
    ['HOME', [home]],
    ...['Desktop', 'Documents', 'Downloads'].map(name => [name.toUpperCase(), [join(home, name)]] as const),
    ['pathSeparator', [sep]],
    ['/', [sep]],
  ] as const;
  const variables = new Map<string, readonly string[]>(system);
  // Defaults may contain the variables of the system, given values are taken as they are.
  const values = [...options].map(([name, option]) => {
    const preset = option.default?.flatMap(text => expand(text, variables)) ?? [];
    return [`user_config.${name}`, given.get(name) ?? preset] as const;
  });
  return new Map([...variables, ...values]);
}

/** A bundle of type `binary` has none. */
const INTERPRETERS = {
  node: /^node(?:\.exe)?$/,
  python: /^(?:python(?:3(?:\.\d+)?)?|py)(?:\.exe)?$/,
  binary: undefined,
};

/** An interpreter for its type of bundle, or a program in the bundle. Anything else would start code that is not pinned. */
function commandOf(manifest: BundleManifest, text: string, variables: Variables, place: BundlePlace): string {
  const command = expand(text, variables).join('');
  // The Python of the user, and not of a PATH that the entry sets.
  if (INTERPRETERS[manifest.type]?.test(command))
    return manifest.type === 'node' ? place.node : (findProgram(command, place.env) ?? command);
  const program = path.resolve(place.folder, command);
  const candidates = place.platform === 'win32' ? [program, `${program}.exe`] : [program];
  const found = candidates.find(file => file.startsWith(place.folder + path.sep) && place.isFile(file));
  if (found !== undefined) return found;
  const message = `The bundle starts ${quoteInert(command)}, which is neither in the bundle nor the interpreter for type "${manifest.type}", so it is not pinned. Use --no-package, or ask its author for another bundle.`;
  throw new ToolmarkError('mcpb.unpinned-command', message);
}
