/** How a server is started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** What a command starts, as far as its words say (docs/spec/package.md, section 1). */
export type Recognised =
  | RecognisedNpm
  | RecognisedPypi
  | RecognisedImage
  | RecognisedBundle
  | RecognisedPath
  | RecognisedUnpinned;

export interface RecognisedNpm {
  readonly type: 'npm';
  /** The words that select the runner, such as `npx` or `pnpm dlx`. */
  readonly runner: string;
  /** The first one is the package that is run. */
  readonly specs: readonly PackageSpec[];
  /** The program, if the command names it apart from the package. */
  readonly bin?: string;
  /** The arguments of the program. */
  readonly args: readonly string[];
}

export interface PackageSpec {
  /** The package that is installed; of an alias its target. */
  readonly name: string;
  /** A version, range or tag; `latest` if the command names none. */
  readonly wanted: string;
  /** The name under which it is installed. */
  readonly alias?: string;
}

export interface RecognisedPypi {
  readonly type: 'pypi';
  readonly runner: string;
  /** The first one is the package that is run. */
  readonly specs: readonly PypiSpec[];
  readonly bin?: string;
  readonly args: readonly string[];
  /** The Python version that the command asks for. */
  readonly python?: string;
}

export interface PypiSpec {
  /** In the normal form of PEP 503. */
  readonly name: string;
  readonly extras: readonly string[];
  /** A PEP 440 specifier such as `==1.2`; empty if the command names none. */
  readonly wanted: string;
}

export interface RecognisedImage {
  readonly type: 'oci';
  readonly runner: 'docker' | 'podman';
  readonly image: string;
  /** The index of the image in the arguments of the launch. */
  readonly at: number;
}

export interface RecognisedBundle {
  readonly type: 'mcpb';
  readonly file: string;
  readonly args: readonly string[];
}

/** A program on this machine. */
export interface RecognisedPath {
  readonly type: 'path';
  readonly file: string;
  /** What runs the file, such as `node` or `python`; absent if the file is the program. */
  readonly interpreter?: string;
}

export interface RecognisedUnpinned {
  readonly type: 'unpinned';
  /** One short sentence. */
  readonly reason: string;
}
