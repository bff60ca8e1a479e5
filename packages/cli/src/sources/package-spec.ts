import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { PackageVersion } from '@toolmark/core/attestation';
import { type Launch, normalPypiName, type Recognised, recognisePackage } from '@toolmark/core/package';

/** How the package of `--package` is started: as `NAME@VERSION`, `pypi:NAME@VERSION`, `oci:IMAGE` or a bundle file. */
export function launchOfSpec(spec: string): Launch {
  const [, type = 'npm', name = spec] = /^(npm|pypi|oci):(.+)$/s.exec(spec) ?? [];
  if (spec.endsWith('.mcpb')) return { command: spec, args: [] };
  if (type === 'oci') return { command: 'docker', args: ['run', '--rm', '-i', name] };
  return type === 'pypi' ? { command: 'uvx', args: [name] } : { command: 'npx', args: ['-y', name] };
}

/** The package that a specification names. Throws where it names none, or an option. */
export function packageOfSpec(spec: string): Exclude<Recognised, { readonly type: 'unpinned' | 'path' }> {
  const found = recognisePackage(launchOfSpec(spec));
  const hasArguments = 'args' in found && found.args.length > 0;
  if (found.type === 'unpinned' || found.type === 'path' || hasArguments || /(?:^|:)-/.test(spec)) throw unknown(spec);
  return found;
}

/** A version that is about to be published. */
export function versionOfSpec(spec: string): PackageVersion {
  const found = packageOfSpec(spec);
  const [wanted] = found.type === 'npm' || found.type === 'pypi' ? found.specs : [];
  const version = wanted?.wanted.replace(/^==/, '') ?? '';
  if (wanted !== undefined && /^\d[\w.+!-]*$/.test(version)) {
    return found.type === 'pypi'
      ? { type: 'pypi', name: normalPypiName(wanted.name), version }
      : { type: 'npm', name: wanted.name, version };
  }
  const message = `${quoteInert(spec)} names no exact version. Write it as NAME@1.2.3 or pypi:NAME@1.2.3.`;
  throw new ToolmarkError('attest.not-pinned', message);
}

function unknown(spec: string): ToolmarkError {
  const message = `${quoteInert(spec)} is not a package. Write it as NAME@1.2.3, pypi:NAME@1.2.3, oci:IMAGE or FILE.mcpb.`;
  return new ToolmarkError('attest.not-pinned', message);
}
