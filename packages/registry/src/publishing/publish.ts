import type { PublishOptions, Receipt } from '@toolmark/client';
import { ToolmarkError } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import { requireToolName, requireToolPublisher } from '../accounts/tool-publisher.ts';
import { GroupCommit } from '../database/group-commit.ts';
import type { Registry } from '../registry.ts';
import { admitAll, NAME_HELD } from './admit.ts';
import type { Admitted, Claim } from './claim.ts';
import { inspect } from './inspect.ts';
import { rememberRefusal } from './refusals.ts';

/** Publishes the bytes unchanged. Throws `publish.*` and `auth.*`. */
export async function publish(
  registry: Registry,
  caller: Principal | undefined,
  bytes: Uint8Array,
  options: PublishOptions = {},
): Promise<Receipt> {
  const principal = requireToolPublisher(caller);
  try {
    const inspected = await inspect(registry, principal, bytes);
    requireToolName(principal, inspected.name);
    const claim = { principal, bytes, inspected, options };
    const { isNewlyHeld = false, ...receipt } = await queueOf(registry).submit(claim, bytes.length);
    if (isNewlyHeld) registry.onRefused?.(NAME_HELD);
    return receipt;
  } catch (error) {
    if (options.dryRun !== true || isNotOwner(error)) await rememberRefusal(registry, principal, bytes, error);
    throw error;
  }
}

/** Publishes of this process that wait for a transaction. */
export function publishQueueLength(registry: Registry): number {
  return QUEUES.get(registry)?.length ?? 0;
}

const QUEUES = new WeakMap<Registry, GroupCommit<Claim, Admitted>>();

function queueOf(registry: Registry): GroupCommit<Claim, Admitted> {
  const commit = (claims: readonly Claim[]) => registry.database.write(writer => admitAll(registry, writer, claims));
  const queue = QUEUES.get(registry) ?? new GroupCommit<Claim, Admitted>(commit);
  QUEUES.set(registry, queue);
  return queue;
}

/** Recorded for dry runs too: trying name after name would otherwise reveal private tools unnoticed. */
function isNotOwner(error: unknown): boolean {
  return error instanceof ToolmarkError && error.code === 'publish.not-owner';
}
