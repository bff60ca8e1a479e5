import { adaptError } from './adapt-error.ts';
import { type ImportedTools, type ImportOptions, importServers, NO_KEY, readPolicy } from './import-servers.ts';
import type { ToolConnection } from './imported-tool.ts';
import { refuseOptions } from './refuse-options.ts';
import { warnProcess } from './warning.ts';

export interface ImportOneOptions extends ImportOptions {
  /** The key of the server in the local configuration and in the lock; `default` when there is only one. */
  readonly server?: string;
}

/** The tools of one server. Where more than one is used, import them together: names are then unmistakable among all. */
export async function importTools(
  connection: ToolConnection | Promise<ToolConnection>,
  given: ImportOneOptions = {},
): Promise<ImportedTools> {
  refuseOptions(given);
  const { server, ...options }: ImportOneOptions = given;
  const prefix = options.prefix ?? readPolicy(options.policy).names.prefix;
  if (prefix === 'always' && server === undefined)
    throw adaptError('adapt.server-key', 'A prefix is wanted, and the server has no key: pass server.');
  const { warn = warnProcess } = options;
  const imported = await importServers([{ server: server ?? NO_KEY, connection }], {
    ...options,
    // Thrown below, which is louder.
    warn: warning => warning.code === 'TOOLMARK_SERVER_FAILED' || warn(warning),
  });
  const [failure] = imported.failed;
  if (failure !== undefined) throw failure.error;
  return imported;
}
