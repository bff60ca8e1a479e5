import path from 'node:path';
import { askOneServer } from '../ask-one-server.ts';
import type { AskOptions } from '../ask-servers.ts';
import type { SourceOptions } from '../find-servers.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../print-json.ts';
import { writeReport } from '../write-file.ts';

export interface SnapshotArguments extends SourceOptions, AskOptions {
  readonly output?: string;
}

/** Everything one server shows, as JSON that the other commands read. */
export async function runSnapshot(given: SnapshotArguments, io: Io): Promise<number> {
  const text = formatJson(await askOneServer(given, io));
  if (given.output === undefined || given.output === '-') io.out(text);
  else writeReport(path.resolve(io.cwd, given.output), text);
  return EXIT.yes;
}
