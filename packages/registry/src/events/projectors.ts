import type { Writer } from '../database/connection.ts';
import type { EventKind, RecordedEvent } from './event.ts';

/** Applies an event to the rows. The result depends only on the event and the rows before it. */
export type Projector<Kind extends EventKind> = (writer: Writer, event: RecordedEvent<Kind>) => Promise<void>;

export type Projectors = { readonly [Kind in EventKind]: Projector<Kind> };
