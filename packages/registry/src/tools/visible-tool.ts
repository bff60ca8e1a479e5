import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Selectable } from 'kysely';
import { isBound, may, type Principal } from '../accounts/principal.ts';
import type { Reader, Tables, Writer } from '../database/tables.ts';

export type ToolRow = Selectable<Tables['tools']>;

/** The tool, if whoever asks may know of it. To others it is as if there were none: throws `tool.not-found`. */
export async function visibleTool(
  db: Reader | Writer,
  principal: Principal | undefined,
  name: string,
): Promise<ToolRow> {
  const tool = await db.selectFrom('tools').selectAll().where('name', '=', name).executeTakeFirst();
  if (tool !== undefined && (await maySee(db, principal, tool))) return tool;
  throw new ToolmarkError('tool.not-found', `There is no tool ${quoteInert(name)}.`);
}

async function maySee(db: Reader | Writer, principal: Principal | undefined, tool: ToolRow): Promise<boolean> {
  if (tool.visibility === 'public' && tool.held === 0) return true;
  if (principal === undefined || isBound(principal)) return false;
  if (tool.owner === principal.id || may(principal, 'admin')) return true;
  return tool.held === 0 && (await isGranted(db, principal, tool));
}

async function isGranted(db: Reader | Writer, { id }: Principal, tool: ToolRow): Promise<boolean> {
  const grant = await db
    .selectFrom('grants')
    .select('tool')
    .where('tool', '=', tool.id)
    .where('publisher', '=', id)
    .executeTakeFirst();
  return grant !== undefined;
}
