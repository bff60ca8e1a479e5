import { type DescribeWishes, SERVER_LIMITS } from '@toolmark/core';
import type { EntryOptions, Limit } from './entry-options.ts';

/** What a person said about an entry, as core takes it. */
export function wishesOf({ description, release, package: item, limit, definitionsUrl }: EntryOptions): DescribeWishes {
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
