import { PUBLISHER_EVENTS } from '../accounts/project-accounts.ts';
import { TRUSTED_PUBLISHER_EVENTS } from '../accounts/project-trusted-publishers.ts';
import { ATTESTATION_EVENTS } from '../attestations/project-attestations.ts';
import type { Writer } from '../database/connection.ts';
import { JUDGING_EVENTS } from '../judging/project-judging.ts';
import { SERVER_EVENTS } from '../servers/project-servers.ts';
import { TOOL_EVENTS } from '../tools/project-tools.ts';
import { type FactsByDigest, publishTools } from '../tools/publish-tools.ts';
import type { EventKind, RecordedEvent } from './event.ts';
import type { Projectors } from './projectors.ts';

const PROJECTORS: Projectors = {
  ...PUBLISHER_EVENTS,
  ...TRUSTED_PUBLISHER_EVENTS,
  ...TOOL_EVENTS,
  ...JUDGING_EVENTS,
  ...SERVER_EVENTS,
  ...ATTESTATION_EVENTS,
  'attempt.refused': async () => {},
};

/**
 * Applies events in order. Consecutive publishes are applied together, which costs little more than one; the rows do not
 * depend on how events are grouped, nor on whether facts are given.
 */
export async function project(writer: Writer, events: readonly RecordedEvent[], facts?: FactsByDigest): Promise<void> {
  let published: RecordedEvent<'tool.published'>[] = [];
  for (const event of events) {
    if (isPublished(event)) {
      published.push(event);
      continue;
    }
    await publishTools(writer, published, facts);
    published = [];
    await projectOne(writer, event);
  }
  await publishTools(writer, published, facts);
}

async function projectOne<Kind extends EventKind>(writer: Writer, event: RecordedEvent<Kind>): Promise<void> {
  await PROJECTORS[event.kind](writer, event);
}

function isPublished(event: RecordedEvent): event is RecordedEvent<'tool.published'> {
  return event.kind === 'tool.published';
}

export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(PROJECTORS, kind);
}
