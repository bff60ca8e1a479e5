import type { EventBodies } from '../events/event.ts';
import type { BackupEvent } from './parse-backup-line.ts';

/**
 * The digest of the bytes that an event names: of a document, or of the entry of a server. Both hold their name and version,
 * which are published once, so no two events name the same.
 */
export function namedBlob({ kind, body }: Pick<BackupEvent, 'kind' | 'body'>): string | undefined {
  if (kind !== 'tool.published' && kind !== 'server.published') return undefined;
  const { digest } = JSON.parse(body) as EventBodies[typeof kind];
  return digest;
}
