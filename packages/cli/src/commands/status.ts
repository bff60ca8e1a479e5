import { inert } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';

export interface StatusArguments extends ClientArguments {
  readonly name: string;
  readonly version: string;
  readonly status: string;
  readonly reason: string;
  readonly format: 'text' | 'json';
}

/** Says what becomes of a version. */
export async function runStatus(given: StatusArguments, io: Io): Promise<number> {
  const { name, version, status, reason } = given;
  const client = openClient(given, io);
  try {
    await client.setStatus(name, version, { status, reason });
    if (given.format === 'json') io.out(formatJson({ name, version, status, reason }));
    else io.out(`${inert(name)} ${inert(version)}  ${status}\n`);
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}
