import { quoteInert, ToolmarkError } from '@toolmark/core';
import { isBound, may, type Principal } from '../accounts/principal.ts';
import type { Reader } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

export type ToolRow = Tables['tools'];

/** The tool, if the principal may see it. Throws `tool.not-found` otherwise, as for a tool that does not exist. */
export async function visibleTool(db: Reader, principal: Principal | undefined, name: string): Promise<ToolRow> {
  const tool = await db.find<ToolRow>(sql`select * from tools where name = ${name}`);
  if (tool !== undefined && (await maySee(db, principal, tool))) return tool;
  throw new ToolmarkError('tool.not-found', `Tool ${quoteInert(name)} does not exist.`);
}

export function noVersion(name: string, version: string): ToolmarkError {
  return new ToolmarkError('version.not-found', `${quoteInert(name)} has no version ${quoteInert(version)}.`);
}

async function maySee(db: Reader, principal: Principal | undefined, tool: ToolRow): Promise<boolean> {
  if (tool.visibility === 'public' && tool.held === 0) return true;
  if (principal === undefined || isBound(principal)) return false;
  if (tool.owner === principal.id || may(principal, 'admin')) return true;
  if (tool.held === 1) return false;
  const grant = sql`select tool from grants where tool = ${tool.id} and publisher = ${principal.id}`;
  return (await db.find(grant)) !== undefined;
}
