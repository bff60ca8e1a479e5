import path from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const TOOLMARK = path.resolve(import.meta.dirname, '../../packages/cli/bin/toolmark.js');

/** A real client on a real command, and what the command writes to standard error. */
export interface Connected {
  readonly client: Client;
  readonly pid: number;
  readonly stderr: () => string;
}

export async function connectTo(
  command: readonly string[],
  cwd: string,
  options: ClientOptions = {},
): Promise<Connected> {
  const [program = '', ...args] = command;
  const env = { ...getDefaultEnvironment(), XDG_CACHE_HOME: path.join(cwd, '.cache') };
  const transport = new StdioClientTransport({ command: program, args, cwd, env, stderr: 'pipe' });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const client = new Client({ name: 'scenario', version: '1' }, options);
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0, stderr: () => stderr };
}

/** The command line of a guard in front of servers. It waits for them, however slow the machine is. */
export function guardCommand(...args: string[]): string[] {
  return [process.execPath, TOOLMARK, 'guard', '--start-wait', '600', ...args];
}
