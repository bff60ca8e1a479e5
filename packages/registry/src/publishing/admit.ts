import { quoteInert, ToolmarkError } from '@toolmark/core';
import { judgeName, nameKey, nearNameKeys, parseVersion, versionKey } from '@toolmark/core/registry';
import { may, type Principal } from '../accounts/principal.ts';
import { isIn, type Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { EventOrigin } from '../events/event.ts';
import { record, recordAll } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { loadAdmissionState } from './admission-state.ts';
import { type Admitted, type Claim, receiptFor } from './claim.ts';
import type { Inspected } from './inspector.ts';

export const NAME_HELD = 'publish.name-held';

/**
 * Applies the ownership and version rules to claims and records them in one transaction, as if they came one after another.
 * Claims of new names that resemble no other are recorded together. A refused claim changes nothing; its error takes the
 * place of its receipt.
 */
export async function admitAll(
  { now: clock }: Registry,
  writer: Writer,
  claims: readonly Claim[],
): Promise<readonly (Admitted | ToolmarkError)[]> {
  const now = clock();
  const state = await loadAdmissionState(writer, claims);
  const results: (Admitted | ToolmarkError)[] = [];
  let fresh: Claim[] = [];
  const flush = async () => {
    if (fresh.length > 0) await recordClaims(writer, now, fresh);
    fresh = [];
  };
  for (const claim of claims) {
    if (claim.options?.dryRun !== true && state.isFree(claim)) {
      fresh.push(claim);
      results.push(receiptFor(claim, 'new', now.getTime()));
    } else {
      await flush();
      results.push(await refusalOr(() => admit(writer, now, claim)));
    }
    state.add(claim);
  }
  await flush();
  return results;
}

/** Errors of the database fail all claims; any other error belongs to one claim. */
async function refusalOr<T>(work: () => Promise<T>): Promise<T | ToolmarkError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolmarkError && !error.code.startsWith('store.')) return error;
    throw error;
  }
}

async function admit(writer: Writer, now: Date, claim: Claim): Promise<Admitted> {
  const { principal, inspected, options } = claim;
  const verdict = await judgeClaim(writer, principal, inspected);
  if (verdict.verdict === 'same') {
    const { publisher, publishedAt } = verdict;
    return { ...receiptFor(claim, 'same', publishedAt), publisher };
  }
  const at = now.getTime();
  const receipt = receiptFor(claim, ['review', 'held'].includes(verdict.verdict) ? 'held' : 'new', at);
  if (options?.dryRun === true) return receipt;
  await recordClaims(writer, now, [claim]);
  if (verdict.verdict !== 'review') return receipt;
  await hold(writer, { at, actor: principal.id, subject: inspected.name }, verdict.like);
  return { ...receipt, isNewlyHeld: true };
}

async function recordClaims(writer: Writer, now: Date, claims: readonly Claim[]): Promise<void> {
  const events = claims.map(({ principal, inspected, options }) => {
    const { name, version, digest, toolDigest, content, verification, penalty } = inspected;
    const visibility = options?.visibility ?? 'public';
    const body = { version, digest, toolDigest, content, visibility, verification, penalty };
    return { kind: 'tool.published' as const, at: now.getTime(), actor: principal.id, subject: name, body };
  });
  const blobs = claims.map(({ bytes, inspected: { digest } }) => ({ digest, bytes }));
  const facts = new Map(claims.map(({ inspected }) => [inspected.digest, inspected.facts]));
  await recordAll(writer, events, { blobs, facts });
}

type Verdict =
  | { readonly verdict: 'free' | 'own' | 'held' }
  | { readonly verdict: 'same'; readonly publisher: string; readonly publishedAt: number }
  | { readonly verdict: 'review'; readonly like: string };

async function judgeClaim(writer: Writer, principal: Principal, inspected: Inspected): Promise<Verdict> {
  const { name, version, digest } = inspected;
  const tool = await writer.find<Pick<Tables['tools'], 'id' | 'owner' | 'held'>>(
    sql`select id, owner, held from tools where name = ${name}`,
  );
  if (tool === undefined) return await judgeNewName(writer, principal, name);
  if (tool.owner !== principal.id) throw notOwner(name);
  const known = await writer.find<Pick<Tables['versions'], 'digest' | 'publisher' | 'published_at'>>(
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

/** 1.0.0 and 01.0.0, which schema 1.0 admits, are one version. Versions that differ in their build are not. */
async function refuseOtherNumerals(writer: Writer, tool: number, name: string, version: string): Promise<void> {
  const alike = await writer.all<Pick<Tables['versions'], 'version'>>(
    sql`select version from versions where tool = ${tool} and version_key = ${versionKey(version)}`,
  );
  const { build } = parseVersion(version);
  if (alike.some(other => parseVersion(other.version).build === build)) throw versionTaken(name, version);
}

/** A new version number must not bring back a quarantined definition. */
async function refuseQuarantined(writer: Writer, tool: number, { toolDigest }: Inspected): Promise<void> {
  const bad = await writer.find<Pick<Tables['versions'], 'version'>>(
    sql`select version from versions
      where tool = ${tool} and tool_digest = ${toolDigest} and status = 'quarantined' limit 1`,
  );
  if (bad === undefined) return;
  const message = `The same definition is quarantined as version ${quoteInert(bad.version)}. Fix it, or ask an admin.`;
  throw new ToolmarkError('publish.quarantined', message);
}

/** Only a new name can be mistaken for another. The name that an admin publishes counts as reviewed. */
async function judgeNewName(writer: Writer, principal: Principal, name: string): Promise<Verdict> {
  if (may(principal, 'admin')) return { verdict: 'free' };
  const key = nameKey(name);
  const claimed = await writer.all<Pick<Tables['tools'], 'name' | 'owner'>>(
    sql`select name, owner from tools
      where ${isIn(writer, 'name_key', [key, ...nearNameKeys(key)])} and owner != ${principal.id} limit 20`,
  );
  const verdict = judgeName(name, claimed, principal.id);
  if (verdict.verdict === 'taken') throw notOwner(name);
  return verdict.verdict === 'review' ? { verdict: 'review', like: verdict.like.name } : { verdict: 'free' };
}

/** Only admins learn which name it resembles: the other tool may be private. */
async function hold(writer: Writer, event: EventOrigin, resembles: string): Promise<void> {
  await record(writer, { kind: 'tool.held', ...event, body: { resembles } });
  const summary = `The name resembles ${quoteInert(resembles)}, which belongs to another publisher.`;
  const body = { cause: 'name' as const, severity: 'medium' as const, summary, reporter: 'registry' };
  await record(writer, { kind: 'review.opened', ...event, body });
  await record(writer, { kind: 'attempt.refused', ...event, body: { code: NAME_HELD, message: summary } });
}

function notOwner(name: string): ToolmarkError {
  const message = `The name ${quoteInert(name)} belongs to another publisher. Choose another name.`;
  return new ToolmarkError('publish.not-owner', message);
}

function versionTaken(name: string, version: string): ToolmarkError {
  const message = `${quoteInert(name)} ${quoteInert(version)} is already published with other bytes. Versions never change: raise the version.`;
  return new ToolmarkError('publish.version-taken', message);
}
