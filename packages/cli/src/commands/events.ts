import type { Io } from '../io.ts';
import { formatTable } from '../render/table.ts';
import { askRegistry, type ClientArguments } from '../sources/open-client.ts';

export interface EventsArguments extends ClientArguments {
  readonly limit: number;
}

/** Lists requests that the registry refused, newest first. */
export async function runEvents(given: EventsArguments, io: Io): Promise<number> {
  return askRegistry(given, io, async client => {
    const { events, nextCursor } = await client.securityEvents({ limit: given.limit });
    if (events.length === 0 && given.format === 'text') io.stderr('No security events.\n');
    if (nextCursor !== undefined) io.stderr(`Showing the last ${events.length}; use --limit for more.\n`);
    const rows = events.map(({ at, publisher, tool, version = '', code, message }) => [
      ...[at, publisher, tool, version, code, message],
    ]);
    const head = ['TIME', 'PUBLISHER', 'TOOL', 'VERSION', 'CODE', 'MESSAGE'];
    return { json: { events, nextCursor }, text: rows.length === 0 ? '' : formatTable([head, ...rows]) };
  });
}
