import type { ToolAdvisory } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import { advisoriesAgainst } from '../judging/advisories-against.ts';
import type { Registry } from '../registry.ts';
import { visibleTool } from './visible-tool.ts';

/** What the registry says of a definition that somebody holds. */
export interface ToolVerdict {
  /**
   * `published`: it is the definition of a version that stands, and no advisory stands against it. `withdrawn`: it was
   * published, and is taken back or warned of.
   */
  readonly verdict: 'published' | 'withdrawn' | 'unknown';
  readonly version?: string;
  readonly status?: string;
  readonly publisher?: string;
  readonly advisories: readonly ToolAdvisory[];
}

/** Whether a definition, by its digest, is one that was published under a name. */
export async function verifyTool(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  name: string,
  digest: string,
): Promise<ToolVerdict> {
  const tool = await visibleTool(reader, principal, name);
  const versions = await reader
    .selectFrom('versions')
    .select(['version', 'status'])
    .where('tool', '=', tool.id)
    .where('tool_digest', '=', digest)
    .orderBy('version_key', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const standing = versions.find(({ status }) => status === 'active' || status === 'deprecated');
  const version = standing ?? versions[0];
  if (version === undefined) return { verdict: 'unknown', advisories: [] };
  const held = { name, toolDigest: digest };
  const advisories = (await advisoriesAgainst(reader, [held]))(held);
  const verdict = standing !== undefined && advisories.length === 0 ? 'published' : 'withdrawn';
  return { verdict, ...version, publisher: tool.owner, advisories };
}
