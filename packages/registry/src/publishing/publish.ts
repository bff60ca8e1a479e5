import { ToolmarkError } from '@toolmark/core';
import { demand, type Principal } from '../accounts/principal.ts';
import { Together } from '../database/together.ts';
import type { Registry } from '../registry.ts';
import { NAME_HELD } from './admit.ts';
import { admitAll } from './admit-all.ts';
import type { Admitted, Claim, PublishOptions, Receipt } from './claim.ts';
import { inspect } from './inspect.ts';
import { nameFilterOf } from './name-filter.ts';
import { rememberRefusal } from './remember-refusal.ts';

/** Publishes the bytes exactly as they are, or says why not. Throws `publish.*` and `auth.*`. */
export async function publish(
  registry: Registry,
  asking: Principal | undefined,
  bytes: Uint8Array,
  options: PublishOptions = {},
): Promise<Receipt> {
  const principal = demand(asking, 'publish');
  try {
    const inspected = await inspect(registry, principal, bytes);
    const claim = { principal, bytes, inspected, options };
    const { isNewlyHeld = false, ...receipt } = await admitWithOthers(registry, claim);
    if (isNewlyHeld) registry.onRefused?.(NAME_HELD);
    return receipt;
  } catch (error) {
    if (options.dryRun !== true || isNotOwner(error)) await rememberRefusal(registry, principal, bytes, error);
    throw error;
  }
}

/** Claims that come at the same time share a transaction, and so the wait for the disk. */
async function admitWithOthers(registry: Registry, claim: Claim): Promise<Admitted> {
  const { database } = registry;
  await nameFilterOf(database).load(database.reader);
  return await queueOf(registry).do(claim, claim.bytes.length);
}

/** Publishes of this process that wait for a transaction. */
export function publishQueueLength(registry: Registry): number {
  return QUEUES.get(registry)?.length ?? 0;
}

const QUEUES = new WeakMap<Registry, Together<Claim, Admitted>>();

function queueOf(registry: Registry): Together<Claim, Admitted> {
  const { write } = registry.database;
  const admitTogether = (claims: readonly Claim[]) => write(writer => admitAll(registry, writer, claims));
  const queue = QUEUES.get(registry) ?? new Together<Claim, Admitted>(admitTogether);
  QUEUES.set(registry, queue);
  return queue;
}

/** Also of dry runs: asking name after name would otherwise be a quiet way to learn of private tools. */
function isNotOwner(error: unknown): boolean {
  return error instanceof ToolmarkError && error.code === 'publish.not-owner';
}
