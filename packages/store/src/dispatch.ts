import { ToolmarkError } from '@toolmark/core';
import type { PackageTree, PinnedPackage, Recognised } from '@toolmark/core/package';
import type { Context } from './context.ts';
import type { Ecosystem, Of, PinnedType, Prepared, ResolveContext, Resolved, ServerLaunch } from './ecosystem.ts';
import { local } from './local/local.ts';
import { mcpb } from './mcpb/mcpb.ts';
import { npm } from './npm/npm.ts';
import { oci } from './oci/oci.ts';
import { pypi } from './pypi/pypi.ts';

const ECOSYSTEMS: { readonly [Type in PinnedType]: Ecosystem<Type> } = { npm, pypi, oci, mcpb, path: local };

/** Which packages a command runs now. Throws `package.*`; what is not recognised is unpinned. */
export async function resolvePackage(wanted: Recognised, context: ResolveContext): Promise<Resolved> {
  if (wanted.type === 'unpinned') return { package: wanted, needsScripts: [] };
  return resolveAs(wanted.type, wanted, context);
}

/**
 * The command line that starts exactly the pinned bytes; installs what is missing and verifies what is there. Throws `package.*`
 * or `store.*`. A server that is not pinned starts as its entry says.
 */
export async function preparePackage(
  pinned: PinnedPackage,
  tree: PackageTree | undefined,
  wanted: Recognised,
  launch: ServerLaunch,
  context: Context,
): Promise<Prepared> {
  if (pinned.type === 'unpinned') return { command: launch.command, args: launch.args };
  if (pinned.type !== wanted.type) throw otherType(pinned.type, wanted.type);
  return prepareAs(pinned.type, pinned, tree, wanted, launch, context);
}

function resolveAs<Type extends PinnedType>(
  type: Type,
  wanted: Recognised,
  context: ResolveContext,
): Promise<Resolved> {
  // The type is the tag of both.
  return ECOSYSTEMS[type].resolve(wanted as Of<Recognised, Type>, context);
}

function prepareAs<Type extends PinnedType>(
  type: Type,
  pinned: PinnedPackage,
  tree: PackageTree | undefined,
  wanted: Recognised,
  launch: ServerLaunch,
  context: Context,
): Promise<Prepared> {
  const [own, recognised] = [pinned as Of<PinnedPackage, Type>, wanted as Of<Recognised, Type>];
  return ECOSYSTEMS[type].prepare(own, tree, recognised, launch, context);
}

function otherType(pinned: string, wanted: string): ToolmarkError {
  const message = `The lock pins a package of type ${pinned}, but the command starts one of type ${wanted}. Run "toolmark lock" if that is right.`;
  return new ToolmarkError('package.other-type', message);
}
