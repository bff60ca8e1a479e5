import path from 'node:path';
import { type Finding, inert, validate } from '@toolmark/core';
import { type DescribeOptions, describeServer } from '@toolmark/core/formats';
import type { ServerSource } from '@toolmark/mcp';
import { writeReport } from '../files/write-file.ts';
import { EXIT, type Io } from '../io.ts';
import { keepsFromPublishing } from '../render/ready-to-publish.ts';
import { askOneSource } from '../sources/ask-one-server.ts';
import type { AskOptions } from '../sources/ask-servers.ts';
import { formatEntry } from '../sources/entry-file.ts';
import { packageOfCommand } from '../sources/package-of-command.ts';
import type { SourceOptions } from '../sources/source-options.ts';
import type { EntryOptions } from './declare/entry-options.ts';
import { describeOptionsOf } from './describe-options.ts';

export interface DescribeArguments extends SourceOptions, AskOptions, EntryOptions {
  /** The name of the server in the MCP Registry. */
  readonly as?: string;
  readonly output?: string;
}

/** A live server as `server.json` with every tool in full. Says whether registries would take it as it is. */
export async function runDescribe(given: DescribeArguments, io: Io): Promise<number> {
  const { snapshot, source } = await askOneSource(given, io);
  const place = placeOf(source, io);
  const options = {
    ...place.options,
    ...describeOptionsOf(given),
    ...(given.as === undefined ? {} : { name: given.as }),
  };
  const { server, losses, warnings } = describeServer(snapshot, options);
  const text = formatEntry(server, given.output);
  if (given.output === undefined || given.output === '-') io.out(text);
  else writeReport(path.resolve(io.cwd, given.output), text);
  for (const { pointer, reason } of losses) io.stderr(`left out ${inert(pointer)}: ${inert(reason)}\n`);
  const isNamed = given.package === undefined && place.mcpName !== undefined && place.mcpName !== server.name;
  const missing = [
    ...warnings,
    ...(options.package === undefined && options.url === undefined ? [NO_PACKAGE] : []),
    ...(isNamed ? [otherName(server.name)] : []),
    ...unready(text, warnings, io),
  ];
  for (const { code, message } of missing) io.stderr(`${inert(message)} [${code}]\n`);
  io.stderr(missing.length === 0 ? 'Ready to publish.\n' : 'Not ready to publish.\n');
  return EXIT.yes;
}

type Remark = Pick<Finding, 'code' | 'message'>;

const NO_PACKAGE: Remark = {
  code: 'describe.no-package',
  message: 'The entry names no package: give it with --package, as in npm:@scope/name@1.2.3.',
};

function otherName(name: string): Remark {
  const message = `The MCP Registry looks for "mcpName": "${name}" in the package.json of the package.`;
  return { code: 'describe.mcp-name', message };
}

/** What "toolmark validate" would say against publishing it, unless it was said already. */
function unready(text: string, said: readonly Remark[], io: Io): Remark[] {
  const { findings } = validate(Buffer.from(text), { now: io.now });
  const known = new Set(said.map(({ code }) => code));
  return findings
    .filter(finding => keepsFromPublishing(finding) && !known.has(finding.code))
    .map(({ code, pointer, message }) => ({ code, message: `${pointer}: ${message}${ADVICE[code] ?? ''}` }));
}

const ADVICE: Readonly<Record<string, string>> = {
  'server.package-version': ' Give it with --package, as in npm:@scope/name@1.2.3.',
  'server.extension-size': ' Use --limit official for that registry.',
};

/** Arguments and variables of the launch may be secrets: nothing but the package or the bare address is published. */
function placeOf(source: ServerSource, io: Io): { options: DescribeOptions; mcpName?: string | null } {
  if (source.kind === 'stdio') {
    const { mcpName, ...options } = packageOfCommand(source, io);
    return { options, ...(mcpName === undefined ? {} : { mcpName }) };
  }
  const { origin, pathname, search, hash, username } = new URL(source.url);
  if (`${search}${hash}${username}` !== '') {
    io.stderr(
      'What follows the path of the address, and any user in it, was left out: it may be secret. [describe.bare-url]\n',
    );
  }
  return { options: { url: `${origin}${pathname}` } };
}
