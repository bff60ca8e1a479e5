import { judgeName, nameKey, nearNameKeys, parseVersion, quoteInert, ToolmarkError, versionKey } from '@toolmark/core';
import { may, type Principal } from '../accounts/principal.ts';
import { isIn } from '../database/is-in.ts';
import { select, sql } from '../database/statement.ts';
import type { Tables, Writer } from '../database/tables.ts';
import type { Deed } from '../events/event.ts';
import { record, recordAll } from '../events/record.ts';
import type { PublisherCounts } from '../judging/publisher-counts.ts';
import { type Admitted, type Claim, receiptFor } from './claim.ts';
import type { Inspected } from './inspector.ts';

export const NAME_HELD = 'publish.name-held';

/** Owner and version rules and the record, inside one transaction. A claim that is refused has changed nothing. */
export async function admit(writer: Writer, now: Date, claim: Claim): Promise<Admitted> {
  const { principal, inspected, options } = claim;
  const verdict = await judgeClaim(writer, principal, inspected);
  if (verdict.verdict === 'same') {
    const { publisher, publishedAt } = verdict;
    return { ...receiptFor(claim, 'same', publishedAt), publisher };
  }
  const at = now.getTime();
  const receipt = receiptFor(claim, ['review', 'held'].includes(verdict.verdict) ? 'held' : 'new', at);
  if (options?.dryRun === true) return receipt;
  await recordClaims(writer, now, [claim], {});
  const event = { at, actor: principal.id, subject: inspected.name };
  if (verdict.verdict !== 'review') return receipt;
  await hold(writer, event, verdict.like);
  return { ...receipt, isNewlyHeld: true };
}

/** What is known when claims are written down. */
export interface ClaimedBefore {
  /** The number of the last event. */
  readonly last?: number | undefined;
  /** Names that no tool has. */
  readonly newNames?: ReadonlySet<string>;
  /** What speaks for those who claim. */
  readonly publishers?: ReadonlyMap<string, PublisherCounts> | undefined;
}

/** Writes down claims that were found good. The number of the last event. */
export async function recordClaims(
  writer: Writer,
  now: Date,
  claims: readonly Claim[],
  { last, newNames = new Set(), publishers }: ClaimedBefore,
): Promise<number> {
  const events = claims.map(({ principal, inspected, options }) => {
    const { name, version, digest, toolDigest, content, verification, penalty } = inspected;
    const visibility = options?.visibility ?? 'public';
    const body = { version, digest, toolDigest, content, visibility, verification, penalty };
    return { kind: 'tool.published' as const, at: now.getTime(), actor: principal.id, subject: name, body };
  });
  const blobs = claims.map(({ bytes, inspected: { digest } }) => ({ digest, bytes }));
  const facts = new Map(claims.map(({ inspected }) => [inspected.digest, inspected.facts]));
  return await recordAll(writer, events, { blobs, last, known: { facts, newNames, publishers } });
}

type Verdict =
  | { readonly verdict: 'free' | 'own' | 'held' }
  | { readonly verdict: 'same'; readonly publisher: string; readonly publishedAt: number }
  | { readonly verdict: 'review'; readonly like: string };

async function judgeClaim(writer: Writer, principal: Principal, inspected: Inspected): Promise<Verdict> {
  const { name, version, digest } = inspected;
  const [tool] = await select<Pick<Tables['tools'], 'id' | 'owner' | 'held'>>(
    writer,
    sql`select id, owner, held from tools where name = ${name}`,
  );
  if (tool === undefined) return await judgeNewName(writer, principal, name);
  if (tool.owner !== principal.id) throw notOwner(name);
  const [known] = await select<Pick<Tables['versions'], 'digest' | 'publisher' | 'published_at'>>(
    writer,
    sql`select digest, publisher, published_at from versions where tool = ${tool.id} and version = ${version}`,
  );
  if (known === undefined) {
    await refuseOtherNumerals(writer, tool.id, name, version);
    await refuseQuarantined(writer, tool.id, inspected);
    return { verdict: tool.held === 1 ? 'held' : 'own' };
  }
  if (known.digest !== digest) throw versionTaken(name, version);
  return { verdict: 'same', publisher: known.publisher, publishedAt: known.published_at };
}

/** 1.0.0 and 01.0.0, which schema 1.0 admits, are one version: only one of them can be the newest. Builds are others. */
async function refuseOtherNumerals(writer: Writer, tool: number, name: string, version: string): Promise<void> {
  const alike = await select<Pick<Tables['versions'], 'version'>>(
    writer,
    sql`select version from versions where tool = ${tool} and version_key = ${versionKey(version)}`,
  );
  const { build } = parseVersion(version);
  if (alike.some(other => parseVersion(other.version).build === build)) throw versionTaken(name, version);
}

/** A new number would bring back what people have taken away. */
async function refuseQuarantined(writer: Writer, tool: number, { toolDigest }: Inspected): Promise<void> {
  const [bad] = await select<Pick<Tables['versions'], 'version'>>(
    writer,
    sql`select version from versions
      where tool = ${tool} and tool_digest = ${toolDigest} and status = 'quarantined' limit 1`,
  );
  if (bad === undefined) return;
  const message = `The same definition is under quarantine as version ${quoteInert(bad.version)}. Mend it, or ask an admin.`;
  throw new ToolmarkError('publish.quarantined', message);
}

/** Only a new name can be mistaken for another. */
async function judgeNewName(writer: Writer, principal: Principal, name: string): Promise<Verdict> {
  // An admin who publishes has looked at the name.
  if (may(principal, 'admin')) return { verdict: 'free' };
  const key = nameKey(name);
  const claimed = await select<Pick<Tables['tools'], 'name' | 'owner'>>(
    writer,
    sql`select name, owner from tools
      where ${isIn(writer, 'name_key', [key, ...nearNameKeys(key)])} and owner != ${principal.id} limit 20`,
  );
  const verdict = judgeName(name, claimed, principal.id);
  if (verdict.verdict === 'taken') throw notOwner(name);
  return verdict.verdict === 'review' ? { verdict: 'review', like: verdict.like.name } : { verdict: 'free' };
}

/** Nobody is told what it resembles but admins: the other tool may be a private one. */
async function hold(writer: Writer, event: Deed, resembles: string): Promise<void> {
  await record(writer, { kind: 'tool.held', ...event, body: { resembles } });
  const summary = `The name resembles ${quoteInert(resembles)}, which belongs to another publisher.`;
  const body = { cause: 'name' as const, severity: 'medium' as const, summary, reporter: 'registry' };
  await record(writer, { kind: 'review.opened', ...event, body });
  await record(writer, {
    kind: 'attempt.refused',
    ...event,
    body: { code: NAME_HELD, message: summary },
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
