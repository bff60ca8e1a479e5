import { demand, type Principal } from '../accounts/principal.ts';
import type { EventBodies } from '../events/event.ts';
import type { Registry } from '../registry.ts';

export interface Refusal {
  readonly id: number;
  readonly at: string;
  readonly publisher: string;
  readonly tool: string;
  readonly version?: string;
  readonly code: string;
  readonly message: string;
}

/** Attempts that an admin should know of, the newest first. */
export async function listRefusals(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  { limit = 50, before }: { readonly limit?: number | undefined; readonly before?: number | undefined },
): Promise<readonly Refusal[]> {
  demand(principal, 'admin');
  const rows = await reader
    .selectFrom('events')
    .selectAll()
    .where('kind', '=', 'attempt.refused')
    .where('seq', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ seq, at, actor, subject, body }) => {
    const { code, version, message } = JSON.parse(body) as EventBodies['attempt.refused'];
    const said = { ...(version === undefined ? {} : { version }), code, message };
    return { id: seq, at: new Date(at).toISOString(), publisher: actor, tool: subject, ...said };
  });
}
