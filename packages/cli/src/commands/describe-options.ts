import { type DescribeOptions, SERVER_LIMITS } from '@toolmark/core/formats';
import type { EntryOptions, Limit } from './declare/entry-options.ts';

/** The options of the command line as core expects them. */
export function describeOptionsOf({
  description,
  release,
  package: item,
  limit,
  definitionsUrl,
}: EntryOptions): DescribeOptions {
  return {
    ...(description === undefined ? {} : { description }),
    ...(release === undefined ? {} : { version: release }),
    ...(item === undefined ? {} : { package: item }),
    ...(limit === undefined ? {} : { maxExtensionBytes: bytesOf(limit) }),
    ...(definitionsUrl === undefined ? {} : { definitionsUrl }),
  };
}

function bytesOf(limit: Limit): number {
  if (typeof limit === 'number') return limit;
  return limit === 'official' ? SERVER_LIMITS.officialExtension : SERVER_LIMITS.toolhiveExtension;
}
