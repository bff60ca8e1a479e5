import path from 'node:path';
import type { DescribeOptions } from '@toolmark/core/formats';
import type { ServerSource } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { type InstalledPackage, packageOfNpx, packageOfProgram } from './installed-package.ts';

const NPM = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@([^@\s]+))?$/;
const PYPI = /^([A-Za-z0-9][A-Za-z0-9._-]*)(?:(?:@|==)([^@=\s]+))?$/;

/** Runners that fetch a package by its name, and how they write it. */
const RUNNERS: Readonly<
  Record<string, { readonly registryType: string; readonly form: RegExp; readonly named: string[] }>
> = {
  npx: { registryType: 'npm', form: NPM, named: ['-p', '--package'] },
  bunx: { registryType: 'npm', form: NPM, named: [] },
  uvx: { registryType: 'pypi', form: PYPI, named: ['--from'] },
};

export interface FoundPackage {
  readonly package?: NonNullable<DescribeOptions['package']>;
  /** The name in the MCP Registry that the installed package claims; null if it claims none. */
  readonly mcpName?: string | null;
}

type StdioSource = ServerSource & { readonly kind: 'stdio' };

/**
 * The package that a command runs, where the command or the installed files say so. Its other arguments are not looked at:
 * they may be secret. The version that a server reports is not used: it often differs from that of its package.
 */
export function packageOfCommand(source: StdioSource, io: Io): FoundPackage {
  const name = path.basename(source.command).replace(/\.(?:cmd|exe)$/i, '');
  const runner = RUNNERS[name];
  if (runner !== undefined) return packageOfRunner(name, runner, source, io);
  const program = name === 'node' ? source.args.find(arg => !arg.startsWith('-')) : source.command;
  const isFile = program !== undefined && (name === 'node' || /[\\/]/.test(program));
  const cwd = source.cwd ?? io.cwd;
  return isFile ? foundNpm(packageOfProgram(program, { ...io, cwd })) : {};
}

function packageOfRunner(
  name: string,
  { registryType, form, named }: (typeof RUNNERS)[string],
  { args, cwd }: StdioSource,
  io: Io,
): FoundPackage {
  const spec = following(args, named) ?? args.find(arg => !arg.startsWith('-'));
  const [, identifier, version] = form.exec(spec ?? '') ?? [];
  if (identifier === undefined || spec === undefined) return {};
  if (version !== undefined && /^\d/.test(version)) return { package: { registryType, identifier, version } };
  const installed = name === 'npx' ? packageOfNpx(identifier, spec, cwd ?? io.cwd, io) : undefined;
  return installed === undefined ? { package: { registryType, identifier } } : foundNpm(installed);
}

function foundNpm(found: InstalledPackage | undefined): FoundPackage {
  if (found === undefined) return {};
  const { name, version, mcpName } = found;
  return { package: { registryType: 'npm', identifier: name, version }, mcpName: mcpName ?? null };
}

function following(args: readonly string[], flags: readonly string[]): string | undefined {
  const at = args.findIndex(arg => flags.includes(arg));
  return at < 0 ? undefined : args[at + 1];
}
