import type { Writer } from '../database/tables.ts';
import type { Deed } from '../events/event.ts';
import { record } from '../events/record.ts';

export interface Quarantine {
  readonly tool: number;
  readonly reason: string;
  /** Versions of this definition alone, whatever their number: the same tool in a new version is no better. */
  readonly digest?: string;
  readonly advisory?: string;
}

/** Takes versions out of every search and of what is shown. What is under quarantine already stays as it is. */
export async function quarantine(
  writer: Writer,
  event: Deed,
  { tool, digest, reason, advisory }: Quarantine,
): Promise<void> {
  const versions = writer
    .selectFrom('versions')
    .select('version')
    .where('tool', '=', tool)
    .where('status', '!=', 'quarantined')
    .orderBy('id');
  const rows = await (digest === undefined ? versions : versions.where('tool_digest', '=', digest)).execute();
  for (const { version } of rows) {
    const body = { version, status: 'quarantined' as const, reason, ...(advisory === undefined ? {} : { advisory }) };
    await record(writer, { kind: 'version.status', ...event, body });
  }
}
