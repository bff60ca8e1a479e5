import { quoteInert, ToolmarkError } from '../base/index.ts';

/** Metadata that cannot be cleaned, with its server and tool. */
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
 * `invalid-name`: violates the policy. `name-collision`: equals or resembles another name. `hidden-name`: hidden
 * characters in a name that must not change. `ambiguous-value`: two values become equal. `malformed`: not a tool.
 */
export type MetadataCode =
  | 'sanitize.invalid-name'
  | 'sanitize.name-collision'
  | 'sanitize.hidden-name'
  | 'sanitize.ambiguous-value'
  | 'sanitize.malformed';

/** The local key of a server, which the server cannot choose, and the name of its tool. */
export interface Origin {
  readonly server?: string | undefined;
  readonly tool: string;
}

function nameOf({ server, tool }: Origin): string {
  return server === undefined ? `tool ${quoteInert(tool)}` : `server ${quoteInert(server)}, tool ${quoteInert(tool)}`;
}
