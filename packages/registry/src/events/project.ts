import { PUBLISHER_EVENTS } from '../accounts/project-accounts.ts';
import type { Writer } from '../database/tables.ts';
import { JUDGING_EVENTS } from '../judging/project-judging.ts';
import { SERVER_EVENTS } from '../servers/project-servers.ts';
import { TOOL_EVENTS } from '../tools/project-tools.ts';
import { type KnownBefore, publishTools } from '../tools/publish-tools.ts';
import type { EventKind, RecordedEvent } from './event.ts';

/** What an event does to the rows: a function of the event and the rows before it, and of nothing else. */
export type Projector<Kind extends EventKind> = (writer: Writer, event: RecordedEvent<Kind>) => Promise<void>;

export type Projectors = { readonly [Kind in EventKind]: Projector<Kind> };

const PROJECTORS: Projectors = {
  ...PUBLISHER_EVENTS,
  ...TOOL_EVENTS,
  ...JUDGING_EVENTS,
  ...SERVER_EVENTS,
  'attempt.refused': async () => {},
};

/**
 * One event after another. Publishing comes in crowds, and many together cost little more than one; however events are cut
 * into lists, and whatever is known before, the rows are the same in the end.
 */
export async function project(writer: Writer, events: readonly RecordedEvent[], known?: KnownBefore): Promise<void> {
  let crowd: RecordedEvent<'tool.published'>[] = [];
  for (const event of events) {
    if (isPublished(event)) {
      crowd.push(event);
      continue;
    }
    await publishTools(writer, crowd, known);
    crowd = [];
    await projectOne(writer, event);
  }
  await publishTools(writer, crowd, known);
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
