import type { ToolAdvisory } from '@toolmark/core/registry';
import type { Principal } from '../accounts/principal.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { advisoriesAgainst } from '../judging/advisories-against.ts';
import type { Registry } from '../registry.ts';
import { visibleTool } from './visible-tool.ts';

export interface ToolVerdict {
  /**
   * `published`: the definition of an active or deprecated version without an advisory. `withdrawn`: published once, now
   * withdrawn or under an advisory.
   */
  readonly verdict: 'published' | 'withdrawn' | 'unknown';
  readonly version?: string;
  readonly status?: string;
  readonly publisher?: string;
  readonly advisories: readonly ToolAdvisory[];
}

/** Whether the definition with this digest was published under a name. */
export async function verifyTool(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  name: string,
  digest: string,
): Promise<ToolVerdict> {
  const tool = await visibleTool(reader, principal, name);
  const versions = await reader.all<Pick<Tables['versions'], 'version' | 'status'>>(
    sql`select version, status from versions where tool = ${tool.id} and tool_digest = ${digest}
      order by version_key desc, id desc`,
  );
  const usable = versions.find(({ status }) => status === 'active' || status === 'deprecated');
  const version = usable ?? versions[0];
  if (version === undefined) return { verdict: 'unknown', advisories: [] };
  const held = { name, toolDigest: digest };
  const advisories = (await advisoriesAgainst(reader, [held]))(held);
  const verdict = usable !== undefined && advisories.length === 0 ? 'published' : 'withdrawn';
  return { verdict, ...version, publisher: tool.owner, advisories };
}
