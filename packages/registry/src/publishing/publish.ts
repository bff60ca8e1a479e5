import { type Finding, judgeName, nameKey, nearNameKeys, quoteInert, ToolmarkError } from '@toolmark/core';
import { demand, may, type Principal } from '../accounts/principal.ts';
import type { Writer } from '../database/tables.ts';
import type { NewEvent, Visibility } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { type Inspected, inspect } from './inspect.ts';
import { rememberRefusal } from './remember-refusal.ts';

export interface PublishOptions {
  /** Who may see a new tool; a tool that exists keeps what it has. */
  readonly visibility?: Visibility | undefined;
  /** Judge it, and change nothing. */
  readonly dryRun?: boolean | undefined;
}

/** `new` and `same` are done; `held` waits until an admin has looked at the name. */
export interface Receipt {
  readonly outcome: 'new' | 'same' | 'held';
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly toolDigest: string;
  readonly publisher: string;
  readonly publishedAt: number;
  readonly findings: readonly Finding[];
}

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
    const { database, now } = registry;
    return await database.write(writer => admit(writer, now(), principal, bytes, inspected, options));
  } catch (error) {
    if (options.dryRun !== true) await rememberRefusal(registry, principal, bytes, error);
    throw error;
  }
}

/** Owner and version rules and the record, inside one transaction. A claim that is refused has changed nothing. */
export async function admit(
  writer: Writer,
  now: Date,
  principal: Principal,
  bytes: Uint8Array,
  inspected: Inspected,
  { visibility = 'public', dryRun = false }: PublishOptions = {},
): Promise<Receipt> {
  const { name, version, digest, toolDigest, content, verification, penalty, findings } = inspected;
  const receipt = { name, version, digest, toolDigest, findings };
  const claim = await judgeClaim(writer, principal, inspected);
  if (claim.verdict === 'same') {
    const { publisher, publishedAt } = claim;
    return { ...receipt, outcome: 'same', publisher, publishedAt };
  }
  const at = now.getTime();
  const outcome = claim.verdict === 'review' ? 'held' : 'new';
  const done: Receipt = { ...receipt, outcome, publisher: principal.id, publishedAt: at };
  if (dryRun) return done;
  await keepBytes(writer, digest, bytes);
  const event = { at, actor: principal.id, subject: name };
  const body = { version, digest, toolDigest, content, visibility, verification, penalty };
  await record(writer, { kind: 'tool.published', ...event, body });
  if (claim.verdict === 'review') await hold(writer, event, claim.like);
  return done;
}

type Claim =
  | { readonly verdict: 'free' | 'own' }
  | { readonly verdict: 'same'; readonly publisher: string; readonly publishedAt: number }
  | { readonly verdict: 'review'; readonly like: string };

async function judgeClaim(writer: Writer, principal: Principal, inspected: Inspected): Promise<Claim> {
  const { name, version, digest } = inspected;
  const tool = await writer.selectFrom('tools').select(['id', 'owner']).where('name', '=', name).executeTakeFirst();
  if (tool === undefined) return await judgeNewName(writer, principal, name);
  if (tool.owner !== principal.id) throw notOwner(name);
  const known = await writer
    .selectFrom('versions')
    .select(['digest', 'publisher', 'published_at'])
    .where('tool', '=', tool.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (known === undefined) return { verdict: 'own' };
  if (known.digest !== digest) throw versionTaken(name, version);
  return { verdict: 'same', publisher: known.publisher, publishedAt: known.published_at };
}

/** Only a new name can be mistaken for another. */
async function judgeNewName(writer: Writer, principal: Principal, name: string): Promise<Claim> {
  const key = nameKey(name);
  const claimed = await writer
    .selectFrom('tools')
    .select(['name', 'owner'])
    .where('name_key', 'in', [key, ...nearNameKeys(key)])
    .where('owner', '!=', principal.id)
    .limit(20)
    .execute();
  const verdict = judgeName(name, claimed, principal.id);
  if (verdict.verdict === 'taken') throw notOwner(name);
  // An admin who publishes has looked at the name.
  if (verdict.verdict !== 'review' || may(principal, 'admin')) return { verdict: 'free' };
  return { verdict: 'review', like: verdict.like.name };
}

async function keepBytes(writer: Writer, digest: string, bytes: Uint8Array): Promise<void> {
  await writer
    .insertInto('blobs')
    .values({ digest, bytes })
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/** Nobody is told what it resembles but admins: the other tool may be a private one. */
async function hold(
  writer: Writer,
  event: Pick<NewEvent, 'at' | 'actor' | 'subject'>,
  resembles: string,
): Promise<void> {
  await record(writer, { kind: 'tool.held', ...event, body: { resembles } });
  const summary = `The name resembles ${quoteInert(resembles)}, which belongs to another publisher.`;
  const body = { cause: 'name' as const, severity: 'medium', summary, reporter: 'registry' };
  await record(writer, { kind: 'review.opened', ...event, body });
  await record(writer, {
    kind: 'attempt.refused',
    ...event,
    body: { code: 'publish.name-held', message: summary },
  });
}

function notOwner(name: string): ToolmarkError {
  const message = `The name ${quoteInert(name)} belongs to another publisher. Choose another name.`;
  return new ToolmarkError('publish.not-owner', message);
}

function versionTaken(name: string, version: string): ToolmarkError {
  const message = `${quoteInert(name)} ${quoteInert(version)} is published with other bytes. Versions never change: raise the version.`;
  return new ToolmarkError('publish.version-taken', message);
}
