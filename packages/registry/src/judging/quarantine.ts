import type { Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { EventOrigin } from '../events/event.ts';
import { record } from '../events/record.ts';

export interface Quarantine {
  readonly tool: number;
  readonly reason: string;
  /** Only versions of this definition: the same definition in a new version is not better. */
  readonly digest?: string;
  readonly advisory?: string;
}

/** Removes versions from searches and from what is served. Versions in quarantine stay as they are. */
export async function quarantine(
  writer: Writer,
  event: EventOrigin,
  { tool, digest, reason, advisory }: Quarantine,
): Promise<void> {
  const which = digest === undefined ? sql`` : sql` and tool_digest = ${digest}`;
  const rows = await writer.all<{ version: string }>(
    sql`select version from versions where tool = ${tool} and status != 'quarantined'${which} order by id`,
  );
  for (const { version } of rows) {
    const body = { version, status: 'quarantined' as const, reason, ...(advisory === undefined ? {} : { advisory }) };
    await record(writer, { kind: 'version.status', ...event, body });
  }
}
