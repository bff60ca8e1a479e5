import type { Principal } from '../accounts/principal.ts';
import type { Registry } from '../registry.ts';
import { visibleTool } from './visible-tool.ts';

/** What the registry says of a definition that somebody holds. */
export interface ToolVerdict {
  /** `published`: these are its very bytes, in a version that stands. `withdrawn`: they were, and were taken back. */
  readonly verdict: 'published' | 'withdrawn' | 'unknown';
  readonly version?: string;
  readonly status?: string;
  readonly publisher?: string;
  readonly advisories: readonly { readonly id: string; readonly severity: string; readonly summary: string }[];
}

/** Whether a definition, by its digest, is one that was published under a name. */
export async function verifyTool(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  name: string,
  digest: string,
): Promise<ToolVerdict> {
  const tool = await visibleTool(reader, principal, name);
  const version = await reader
    .selectFrom('versions')
    .select(['version', 'status'])
    .where('tool', '=', tool.id)
    .where('tool_digest', '=', digest)
    .orderBy('version_key', 'desc')
    .executeTakeFirst();
  if (version === undefined) return { verdict: 'unknown', advisories: [] };
  const advisories = await reader
    .selectFrom('advisories')
    .select(['id', 'severity', 'summary'])
    .where('tool', '=', name)
    .where('version', '=', version.version)
    .where('withdrawn_at', 'is', null)
    .execute();
  const stands = ['active', 'deprecated'].includes(version.status) && advisories.length === 0;
  return { verdict: stands ? 'published' : 'withdrawn', ...version, publisher: tool.owner, advisories };
}
