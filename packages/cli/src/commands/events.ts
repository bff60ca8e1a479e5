import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';
import { formatTable } from '../table.ts';

export interface EventsArguments extends ClientArguments {
  readonly limit: number;
  readonly format: 'text' | 'json';
}

/** Attempts that a registry refused, the newest first. */
export async function runEvents({ limit, format, ...given }: EventsArguments, io: Io): Promise<number> {
  const client = openClient(given, io);
  try {
    const { events, nextCursor } = await client.securityEvents({ limit });
    if (format === 'json') io.out(formatJson({ events, nextCursor }));
    else if (events.length === 0) io.talk('No security events.\n');
    else {
      const rows = events.map(({ at, publisher, tool, version = '', code, message }) => [
        ...[at, publisher, tool, version, code, message],
      ]);
      io.out(formatTable([['TIME', 'PUBLISHER', 'TOOL', 'VERSION', 'CODE', 'MESSAGE'], ...rows]));
    }
    if (nextCursor !== undefined) io.talk(`The last ${events.length}; --limit shows more.\n`);
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, format, io);
  }
}
