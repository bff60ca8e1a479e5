/** How a server is reached: a child process on standard input and output, or streamable HTTP. */
export type ServerSource =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/** A server under the key that locks and reports call it by. */
export interface NamedServer {
  readonly key: string;
  readonly source: ServerSource;
  /** Set when the config starts a guard, and the source is the server behind it. */
  readonly behind?: 'guard';
}
