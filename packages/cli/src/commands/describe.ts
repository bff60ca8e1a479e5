import path from 'node:path';
import { describeServer, inert } from '@toolmark/core';
import type { ServerSource } from '@toolmark/mcp';
import { askOneSource } from '../ask-one-server.ts';
import type { AskOptions } from '../ask-servers.ts';
import type { EntryOptions } from '../entry-options.ts';
import { wishesOf } from '../entry-wishes.ts';
import type { SourceOptions } from '../find-servers.ts';
import { EXIT, type Io } from '../io.ts';
import { packageOfCommand } from '../package-of-command.ts';
import { formatJson } from '../print-json.ts';
import { writeReport } from '../write-file.ts';

export interface DescribeArguments extends SourceOptions, AskOptions, EntryOptions {
  /** The name of the server in the MCP Registry. */
  readonly as?: string;
  readonly output?: string;
}

/** A live server as `server.json` with every tool in full, ready to publish. */
export async function runDescribe(given: DescribeArguments, io: Io): Promise<number> {
  const { snapshot, source } = await askOneSource(given, io);
  const wishes = { ...placeOf(source, io), ...wishesOf(given), ...(given.as === undefined ? {} : { name: given.as }) };
  const { server, losses, warnings } = describeServer(snapshot, wishes);
  const text = formatJson(server);
  if (given.output === undefined || given.output === '-') io.out(text);
  else writeReport(path.resolve(io.cwd, given.output), text);
  for (const { pointer, reason } of losses) io.talk(`left out ${inert(pointer)}: ${inert(reason)}\n`);
  for (const { code, message } of warnings) io.talk(`${inert(message)} [${code}]\n`);
  if (wishes.package === undefined && !('url' in wishes)) {
    io.talk('The entry names no package: give it with --package, as in npm:@scope/name@1.2.3. [describe.no-package]\n');
  }
  return EXIT.yes;
}

/** Arguments and variables of the launch may be secrets: nothing but the package or the bare address is published. */
function placeOf(source: ServerSource, io: Io): { url: string } | ReturnType<typeof packageOfCommand> {
  if (source.kind === 'stdio') return packageOfCommand(source.command, source.args);
  const { origin, pathname, search, hash, username } = new URL(source.url);
  if (`${search}${hash}${username}` !== '') {
    io.talk(
      'What follows the path of the address, and any user in it, was left out: it may be secret. [describe.bare-url]\n',
    );
  }
  return { url: `${origin}${pathname}` };
}
