import { type LockedPackage, remoteAddress } from '@toolmark/core';
import type { ServerSource } from './server-source.ts';

/** What a lock entry of this server is bound to: the address of a remote one, null for a local one. */
export function packageOf(source: ServerSource): LockedPackage | null {
  if (source.kind === 'stdio') return null;
  // A URL without an address cannot be connected to; what it says must not enter the lock.
  return { type: 'remote', name: remoteAddress(source.url)?.text ?? '' };
}
