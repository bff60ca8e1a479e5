import { inert } from '@toolmark/core';
import type { Io } from '../io.ts';
import { askRegistry, type ClientArguments } from '../sources/open-client.ts';

export interface StatusArguments extends ClientArguments {
  readonly name: string;
  readonly version: string;
  readonly status: string;
  readonly reason: string;
}

/** Sets the status of a version. */
export async function runStatus(given: StatusArguments, io: Io): Promise<number> {
  const { name, version, status, reason } = given;
  return askRegistry(given, io, async client => {
    await client.setStatus(name, version, { status, reason });
    return { json: { name, version, status, reason }, text: `${inert(name)} ${inert(version)}  ${status}\n` };
  });
}
