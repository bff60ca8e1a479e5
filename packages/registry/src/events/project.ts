import { PUBLISHER_EVENTS } from '../accounts/project-accounts.ts';
import type { Writer } from '../database/tables.ts';
import { JUDGING_EVENTS } from '../judging/project-judging.ts';
import { SERVER_EVENTS } from '../servers/project-servers.ts';
import { TOOL_EVENTS } from '../tools/project-tools.ts';
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

export async function project<Kind extends EventKind>(writer: Writer, event: RecordedEvent<Kind>): Promise<void> {
  await PROJECTORS[event.kind](writer, event);
}

export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(PROJECTORS, kind);
}
