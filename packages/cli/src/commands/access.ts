import { inert, ToolmarkError } from '@toolmark/core';
import type { Io } from '../io.ts';
import { formatTable } from '../render/table.ts';
import { askRegistry, type ClientArguments } from '../sources/open-client.ts';

export interface AccessArguments extends ClientArguments {
  /** The tool, or `list`. */
  readonly name: string;
  /** The tool, after `list`. */
  readonly tool?: string;
  readonly visibility?: 'public' | 'private';
  readonly grant: readonly string[];
  readonly revoke: readonly string[];
  /** The new owner. */
  readonly transfer?: string;
}

/** Lists or changes who can see a tool and who owns it. */
export async function runAccess(given: AccessArguments, io: Io): Promise<number> {
  return given.tool === undefined ? changeAccess(given, io) : listAccess(given.name, given.tool, given, io);
}

async function listAccess(word: string, name: string, given: AccessArguments, io: Io): Promise<number> {
  if (word !== 'list') {
    throw new ToolmarkError('usage.access', 'Use "access NAME" with options, or "access list NAME".');
  }
  return askRegistry(given, io, async client => {
    const access = await client.listGrants(name);
    const text = formatTable([
      ['name', name],
      ['owner', access.owner],
      ['visibility', access.visibility],
      ['granted to', access.grants.join(', ') || '(none)'],
    ]);
    return { json: { name, ...access }, text };
  });
}

/** The owner changes last: the current owner may do the rest. Steps that were done are printed if a later one fails. */
async function changeAccess(given: AccessArguments, io: Io): Promise<number> {
  const { name, visibility, grant, revoke, transfer } = given;
  if (visibility === undefined && transfer === undefined && grant.length + revoke.length === 0) {
    const message = 'Pass --visibility, --grant, --revoke or --transfer, or use "access list NAME".';
    throw new ToolmarkError('usage.nothing-to-do', message);
  }
  return askRegistry(given, io, async client => {
    const done: string[] = [];
    const step = async (what: string, request: Promise<void>): Promise<void> => {
      await request;
      done.push(`${inert(name)}  ${inert(what)}\n`);
    };
    try {
      if (visibility !== undefined) await step(visibility, client.setVisibility(name, visibility));
      for (const id of grant) await step(`granted to ${id}`, client.grant(name, id));
      for (const id of revoke) await step(`revoked from ${id}`, client.ungrant(name, id));
      if (transfer !== undefined) await step(`transferred to ${transfer}`, client.transfer(name, transfer));
    } catch (error) {
      io.stderr(done.join(''));
      throw error;
    }
    return { json: { name, visibility, granted: grant, revoked: revoke, owner: transfer }, text: done.join('') };
  });
}
