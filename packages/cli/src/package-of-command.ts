import path from 'node:path';
import type { DescribeWishes } from '@toolmark/core';

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

/** The package that a command runs, where its name says so. Its arguments are not looked at: they may be secret. */
export function packageOfCommand(command: string, args: readonly string[]): Pick<DescribeWishes, 'package'> {
  const runner = RUNNERS[path.basename(command).replace(/\.(?:cmd|exe)$/i, '')];
  if (runner === undefined) return {};
  const { registryType, form, named } = runner;
  const spec = following(args, named) ?? args.find(arg => !arg.startsWith('-'));
  const [, identifier, version] = form.exec(spec ?? '') ?? [];
  if (identifier === undefined) return {};
  const isExact = version !== undefined && /^\d/.test(version);
  return { package: { registryType, identifier, ...(isExact ? { version } : {}) } };
}

function following(args: readonly string[], flags: readonly string[]): string | undefined {
  const at = args.findIndex(arg => flags.includes(arg));
  return at < 0 ? undefined : args[at + 1];
}
