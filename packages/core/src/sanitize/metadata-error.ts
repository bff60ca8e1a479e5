import { quoteInert, ToolmarkError } from '../base/index.ts';

/** Metadata that cannot be made safe, with the server and tool it came from. */
export class MetadataError extends ToolmarkError {
  override readonly name: string = 'MetadataError';
  declare readonly code: MetadataCode;
  readonly server: string | undefined;
  readonly tool: string;
  /** The message without the names of server and tool. */
  readonly problem: string;

  constructor(code: MetadataCode, origin: Origin, problem: string, pointer = '') {
    super(code, `${nameOf(origin)}: ${problem}`, { pointer });
    this.server = origin.server;
    this.tool = origin.tool;
    this.problem = problem;
  }
}

/**
 * `invalid-name` breaks the policy, `name-collision` cannot be told from another, `hidden-name` has characters that hide in a
 * name which must reach the server unchanged, `ambiguous-value` would be two values after cleaning, `malformed` is no tool.
 */
export type MetadataCode =
  | 'sanitize.invalid-name'
  | 'sanitize.name-collision'
  | 'sanitize.hidden-name'
  | 'sanitize.ambiguous-value'
  | 'sanitize.malformed';

/** Where a tool comes from: the local key of its server, which the server cannot choose, and its own name. */
export interface Origin {
  readonly server?: string | undefined;
  readonly tool: string;
}

function nameOf({ server, tool }: Origin): string {
  return server === undefined ? `tool ${quoteInert(tool)}` : `server ${quoteInert(server)}, tool ${quoteInert(tool)}`;
}
