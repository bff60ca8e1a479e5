import type { Launch, PackageTree, PinnedPackage, Recognised } from '@toolmark/core/package';
import type { Context } from './context.ts';

/** The types of packages that can be pinned. */
export type PinnedType = Exclude<PinnedPackage['type'], 'unpinned'>;

/** The member of a union that has this type. */
export type Of<Union, Type> = Extract<Union, { readonly type: Type }>;

export interface ResolveContext extends Context {
  /** Packages (`name` or `name@version`) whose install scripts may run. */
  readonly allowScripts?: readonly string[];
}

export interface Resolved {
  readonly package: PinnedPackage;
  readonly tree?: PackageTree;
  /** Packages as `name@version` with install scripts that were not allowed. */
  readonly needsScripts: readonly string[];
}

/** A command line as the entry has it, and the folder that it is started in. */
export type ServerLaunch = Launch & { readonly cwd?: string };

/** A command line that starts exactly the pinned bytes. */
export type Prepared = Launch & { readonly env?: Readonly<Record<string, string>> };

/** How packages of one type are resolved and started. */
export interface Ecosystem<Type extends PinnedType> {
  /** Finds out which packages the command would run now. Throws `package.*`. */
  resolve(wanted: Of<Recognised, Type>, context: ResolveContext): Promise<Resolved>;
  /** Installs what is missing and verifies what is there. Throws `package.*` or `store.*`; never runs anything else. */
  prepare(
    pinned: Of<PinnedPackage, Type>,
    tree: PackageTree | undefined,
    wanted: Of<Recognised, Type>,
    launch: ServerLaunch,
    context: Context,
  ): Promise<Prepared>;
}
