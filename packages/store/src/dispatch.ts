import { ToolmarkError } from '@toolmark/core';
import type { PackageTree, PinnedPackage, Recognised } from '@toolmark/core/package';
import type { Context } from './context.ts';
import type { Ecosystem, Of, PinnedType, Prepared, ResolveContext, Resolved, ServerLaunch } from './ecosystem.ts';

/** Each is loaded when it is needed: the signatures of bundles alone would double the time of a start. */
const ECOSYSTEMS: { readonly [Type in PinnedType]: () => Promise<Ecosystem<Type>> } = {
  npm: async () => (await import('./npm/npm.ts')).npm,
  pypi: async () => (await import('./pypi/pypi.ts')).pypi,
  oci: async () => (await import('./oci/oci.ts')).oci,
  mcpb: async () => (await import('./mcpb/mcpb.ts')).mcpb,
  path: async () => (await import('./local/local.ts')).local,
};

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

async function resolveAs<Type extends PinnedType>(
  type: Type,
  wanted: Recognised,
  context: ResolveContext,
): Promise<Resolved> {
  // The type is the tag of both.
  return (await ECOSYSTEMS[type]()).resolve(wanted as Of<Recognised, Type>, context);
}

async function prepareAs<Type extends PinnedType>(
  type: Type,
  pinned: PinnedPackage,
  tree: PackageTree | undefined,
  wanted: Recognised,
  launch: ServerLaunch,
  context: Context,
): Promise<Prepared> {
  const [own, recognised] = [pinned as Of<PinnedPackage, Type>, wanted as Of<Recognised, Type>];
  return (await ECOSYSTEMS[type]()).prepare(own, tree, recognised, launch, context);
}

function otherType(pinned: string, wanted: string): ToolmarkError {
  const message = `The lock pins a package of type ${pinned}, but the command starts one of type ${wanted}. Run "toolmark lock" if that is right.`;
  return new ToolmarkError('package.other-type', message);
}
