import type { AdvisoryDetails, Client } from '@toolmark/client';
import { type Advisory, inert, ToolmarkError } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';
import { formatTable } from '../table.ts';

export interface AdvisoryArguments extends ClientArguments {
  /** Without it all are listed. */
  readonly id?: string;
  readonly action?: 'withdraw';
  readonly reason?: string;
  readonly format: 'text' | 'json';
}

/** The advisories of a registry, one of them, or its withdrawal. */
export async function runAdvisory(given: AdvisoryArguments, io: Io): Promise<number> {
  const { id, action, reason } = given;
  if ((action === undefined) !== (reason === undefined)) {
    throw new ToolmarkError('usage.withdrawal', 'Write a withdrawal as: advisory ID withdraw --reason TEXT.');
  }
  const client = openClient(given, io);
  try {
    if (id === undefined) return await list(client, given, io);
    if (reason !== undefined) return await withdraw(client, id, reason, given, io);
    const advisory = await client.getAdvisory(id);
    io.out(given.format === 'json' ? formatJson(advisory) : formatAdvisory(advisory));
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

async function list(client: Client, { format }: AdvisoryArguments, io: Io): Promise<number> {
  const advisories = await client.listAdvisories();
  if (format === 'json') io.out(formatJson({ advisories }));
  else if (advisories.length === 0) io.talk('No advisories.\n');
  else io.out(formatTable([['ADVISORY', 'SEVERITY', 'TOOL', 'STATUS', 'SUMMARY'], ...advisories.map(rowOf)]));
  return EXIT.yes;
}

function rowOf({ id, severity, tool = '', withdrawn, summary }: Advisory): string[] {
  return [id, severity, tool, withdrawn ? 'withdrawn' : 'active', summary];
}

async function withdraw(
  client: Client,
  id: string,
  reason: string,
  { format }: AdvisoryArguments,
  io: Io,
): Promise<number> {
  await client.withdrawAdvisory(id, reason);
  io.out(format === 'json' ? formatJson({ id, status: 'withdrawn', reason }) : `${inert(id)}  withdrawn\n`);
  return EXIT.yes;
}

function formatAdvisory({ id, severity, tool, version, issuedAt, withdrawnAt, digests, summary }: AdvisoryDetails) {
  return formatTable([
    ['advisory', id],
    ['severity', severity],
    ['tool', [tool, version].filter(text => text !== undefined).join(' ')],
    ['status', withdrawnAt === null ? 'active' : `withdrawn ${withdrawnAt}`],
    ['issued', issuedAt],
    ...digests.map(digest => ['digest', digest]),
    ['summary', summary],
  ]);
}
