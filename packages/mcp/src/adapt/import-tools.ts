import { adaptError } from './adapt-error.ts';
import { type ImportOptions, refuseOptions } from './import-options.ts';
import { type ImportedTools, importServers, NO_KEY, readPolicy } from './import-servers.ts';
import type { ToolConnection } from './imported-tool.ts';
import { warnProcess } from './warning.ts';

export interface ImportOneOptions extends ImportOptions {
  /** The key of the server in the local config and the lock. Default: `default`. */
  readonly server?: string;
}

/** Imports the tools of one server. Import several servers together, so that names are unambiguous. */
export async function importTools(
  connection: ToolConnection | Promise<ToolConnection>,
  given: ImportOneOptions = {},
): Promise<ImportedTools> {
  refuseOptions(given);
  const { server, ...options }: ImportOneOptions = given;
  const prefix = options.prefix ?? readPolicy(options.policy).names.prefix;
  if (prefix === 'always' && server === undefined)
    throw adaptError('adapt.server-key', 'prefix "always" requires the option server.');
  const { warn = warnProcess } = options;
  const imported = await importServers([{ server: server ?? NO_KEY, connection }], {
    ...options,
    // Thrown below instead.
    warn: warning => warning.code === 'TOOLMARK_SERVER_FAILED' || warn(warning),
  });
  const [failure] = imported.failed;
  if (failure !== undefined) throw failure.error;
  return imported;
}
