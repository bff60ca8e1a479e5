import { type LockedServer, quoteInert } from '@toolmark/core';
import type { LockedPublisher } from '@toolmark/core/lock';

/** A publisher in words for people. */
export function publisherWords(publisher: LockedPublisher): string {
  if (publisher.type !== 'identity') return `${publisher.type} sha256:${publisher.sha256}`;
  return `${quoteInert(publisher.subject, 200)} of ${quoteInert(publisher.issuer, 200)}`;
}

/** Who may change an entry by signing, and what was accepted last. */
export function publisherLines({ publisher, attested }: Pick<LockedServer, 'publisher' | 'attested'>): string[] {
  if (publisher === undefined) return [];
  const accepted =
    attested === undefined ? [] : [`attested: version ${quoteInert(attested.version)}, bundle ${attested.bundle}`];
  return [`publisher: ${publisherWords(publisher)}`, ...accepted];
}
