import path from 'node:path';
import { writeReport } from '../files/write-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { askOneServer } from '../sources/ask-one-server.ts';
import type { AskOptions } from '../sources/ask-servers.ts';
import type { SourceOptions } from '../sources/source-options.ts';

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
