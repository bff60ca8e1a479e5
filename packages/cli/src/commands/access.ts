import type { ToolAccess } from '@toolmark/client';
import { inert, ToolmarkError } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';
import { formatTable } from '../table.ts';

export interface AccessArguments extends ClientArguments {
  readonly name: string;
  readonly visibility?: 'public' | 'private';
  /** Publishers who may see a private tool from now on, or no more. */
  readonly grant: readonly string[];
  readonly revoke: readonly string[];
  /** Its new owner. */
  readonly transfer?: string;
  readonly format: 'text' | 'json';
}

export interface AccessListArguments extends ClientArguments {
  /** What stands before the name: `list`. */
  readonly word: string;
  readonly name: string;
  readonly format: 'text' | 'json';
}

/** Who sees a tool. */
export async function runAccessList(given: AccessListArguments, io: Io): Promise<number> {
  if (given.word !== 'list') {
    throw new ToolmarkError('usage.access', 'Write: access NAME with options, or: access list NAME.');
  }
  const client = openClient(given, io);
  try {
    const access = await client.listGrants(given.name);
    io.out(given.format === 'json' ? formatJson({ name: given.name, ...access }) : formatAccess(given.name, access));
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

function formatAccess(name: string, { owner, visibility, grants }: ToolAccess): string {
  return formatTable([
    ['name', name],
    ['owner', owner],
    ['visibility', visibility],
    ['granted to', grants.join(', ') || 'nobody'],
  ]);
}

/** Who sees a tool and whom it belongs to. The owner changes last, because the old one may do the rest. */
export async function runAccess(given: AccessArguments, io: Io): Promise<number> {
  const { name, visibility, grant, revoke, transfer } = given;
  if (visibility === undefined && transfer === undefined && grant.length + revoke.length === 0) {
    throw new ToolmarkError(
      'usage.nothing-to-do',
      'Give --visibility, --grant, --revoke or --transfer, or write: access list NAME.',
    );
  }
  const client = openClient(given, io);
  const done: string[] = [];
  const step = async (what: string, doing: Promise<void>): Promise<void> => {
    await doing;
    done.push(what);
  };
  try {
    if (visibility !== undefined) await step(visibility, client.setVisibility(name, visibility));
    for (const id of grant) await step(`granted to ${id}`, client.grant(name, id));
    for (const id of revoke) await step(`revoked from ${id}`, client.ungrant(name, id));
    if (transfer !== undefined) await step(`transferred to ${transfer}`, client.transfer(name, transfer));
    if (given.format === 'json')
      io.out(formatJson({ name, visibility, granted: grant, revoked: revoke, owner: transfer }));
    else io.out(done.map(what => `${inert(name)}  ${inert(what)}\n`).join(''));
    return EXIT.yes;
  } catch (error) {
    for (const what of done) io.talk(`${inert(name)}  ${inert(what)}\n`);
    return refusedByRegistry(error, given.format, io);
  }
}
