import type { DescribeOptions } from '@toolmark/core/formats';
import { type Command, InvalidArgumentError } from 'commander';

/** What a person may say about an entry that its source does not say. */
export interface EntryOptions {
  readonly description?: string;
  readonly release?: string;
  readonly package?: NonNullable<DescribeOptions['package']>;
  readonly limit?: Limit;
  readonly definitionsUrl?: string;
}

/** What a registry of that name takes, or a number of bytes. */
export type Limit = 'official' | 'toolhive' | number;

export function addEntryOptions(command: Command): Command {
  return command
    .option('--description <text>', 'describe the server, in at most 100 characters')
    .option('--release <version>', 'the version of the entry')
    .option(
      '--package <type:identifier>',
      'what holds the server, as in npm:@scope/name@1.2.3 or oci:IMAGE',
      packageSpec,
    )
    .option(
      '--limit <bytes>',
      'bytes that tool definitions and their like may take: a number, official or toolhive',
      limit,
    )
    .option('--definitions-url <url>', 'URL of tool definitions that exceed the limit');
}

/** `type:identifier`, and `@version` after it unless it is an image, whose version is in its name. */
function packageSpec(text: string): NonNullable<DescribeOptions['package']> {
  const [, registryType = '', rest = ''] = /^([a-z]{2,20}):(\S{1,500})$/.exec(text) ?? [];
  const at = rest.lastIndexOf('@');
  if (registryType === '') throw new InvalidArgumentError('Write it as in npm:@scope/name@1.2.3.');
  if (registryType === 'oci' || registryType === 'mcpb' || at < 1) return { registryType, identifier: rest };
  return { registryType, identifier: rest.slice(0, at), version: rest.slice(at + 1) };
}

function limit(text: string): Limit {
  if (text === 'official' || text === 'toolhive') return text;
  const number = Number(text);
  if (/^\d{1,8}$/.test(text) && number <= 16_777_216) return number;
  throw new InvalidArgumentError('Give official, toolhive, or a number of bytes up to 16777216.');
}
