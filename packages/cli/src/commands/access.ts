import { inert, ToolmarkError } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';

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

/** Who sees a tool and whom it belongs to. The owner changes last, because the old one may do the rest. */
export async function runAccess(given: AccessArguments, io: Io): Promise<number> {
  const { name, visibility, grant, revoke, transfer } = given;
  if (visibility === undefined && transfer === undefined && grant.length + revoke.length === 0) {
    throw new ToolmarkError('usage.nothing-to-do', 'Give --visibility, --grant, --revoke or --transfer.');
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
