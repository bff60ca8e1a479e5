import type { AdvisoryDetails } from '@toolmark/client';
import { inert, ToolmarkError } from '@toolmark/core';
import type { Io } from '../io.ts';
import { formatTable } from '../render/table.ts';
import { askRegistry, type ClientArguments } from '../sources/open-client.ts';

export interface AdvisoryArguments extends ClientArguments {
  /** Without it all advisories are listed. */
  readonly id?: string;
  readonly action?: 'withdraw';
  readonly reason?: string;
}

/** Lists the advisories of a registry, shows one, or withdraws it. */
export async function runAdvisory(given: AdvisoryArguments, io: Io): Promise<number> {
  const { id, action, reason, format } = given;
  if ((action === undefined) !== (reason === undefined)) {
    throw new ToolmarkError('usage.withdrawal', 'To withdraw an advisory: advisory ID withdraw --reason TEXT.');
  }
  return askRegistry(given, io, async client => {
    if (id === undefined) {
      const advisories = await client.listAdvisories();
      if (advisories.length === 0 && format === 'text') io.stderr('No advisories.\n');
      const rows = advisories.map(({ id, severity, tool = '', withdrawn, summary }) => [
        ...[id, severity, tool, withdrawn ? 'withdrawn' : 'active', summary],
      ]);
      const head = ['ADVISORY', 'SEVERITY', 'TOOL', 'STATUS', 'SUMMARY'];
      return { json: { advisories }, text: rows.length === 0 ? '' : formatTable([head, ...rows]) };
    }
    if (reason !== undefined) {
      await client.withdrawAdvisory(id, reason);
      return { json: { id, status: 'withdrawn', reason }, text: `${inert(id)}  withdrawn\n` };
    }
    const advisory = await client.getAdvisory(id);
    return { json: advisory, text: formatAdvisory(advisory) };
  });
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
