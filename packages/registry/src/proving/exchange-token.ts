import { quoteInert, ToolmarkError } from '@toolmark/core';
import { recordToken } from '../accounts/accounts.ts';
import { isToolNamespace } from '../accounts/namespace.ts';
import { OPERATOR } from '../accounts/principal.ts';
import type { Reader, Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { isRunOf } from './is-run-of.ts';
import type { ProvenToken } from './prove-domain.ts';
import type { CiJob } from './verify-id-token.ts';

export interface ExchangedToken extends ProvenToken {
  readonly publisher: string;
  /** What the token may publish. */
  readonly namespaces: readonly string[];
}

type Row = Tables['trusted_publishers'];

const LIFE_MS = 10 * 60_000;

/**
 * Exchanges the OIDC token of a CI job for a token of this registry, bound to the namespaces that an account gave the
 * repository. `publisher` names the account where several trust the job. Throws `oidc.*`.
 */
export async function exchangeIdToken(
  registry: Registry,
  token: string,
  publisher: string | undefined,
): Promise<ExchangedToken> {
  const { idTokens, database, now } = registry;
  if (idTokens === undefined) throw notAccepted();
  const job = await idTokens.verify(token, now());
  const outcome = await database.write(writer => exchange(writer, job, now(), publisher));
  if (!(outcome instanceof ToolmarkError)) return outcome;
  registry.onRefused?.(outcome.code);
  throw outcome;
}

/** A refusal that admins should see is returned, so that the transaction records it. */
async function exchange(
  writer: Writer,
  job: CiJob,
  now: Date,
  publisher: string | undefined,
): Promise<ExchangedToken | ToolmarkError> {
  const rows = await trusting(writer, job, publisher);
  const [{ publisher: account }] = rows;
  const at = now.getTime();
  const refusal = changedRepository(rows, job) ?? (await replayed(writer, job));
  if (refusal !== undefined) {
    const body = { code: refusal.code, message: refusal.message };
    const event = { at, actor: account, subject: rows[0].namespace, body };
    await record(writer, { kind: 'attempt.refused', ...event });
    return refusal;
  }
  await pin(writer, rows, job, at);
  const namespaces = [...new Set(rows.map(({ namespace }) => namespace))].sort();
  const expiresAt = at + LIFE_MS;
  const { token } = await recordToken(writer, { at, actor: OPERATOR.id }, account, {
    ...{ label: `CI of ${job.repository}`.slice(0, 200), namespace: namespaces.join(' '), expiresAt, jti: job.jti },
  });
  return { token, expiresAt, publisher: account, namespaces };
}

type Rows = readonly [Row, ...Row[]];

/** The trusted publishers of one active account that the job satisfies. */
async function trusting(db: Reader, job: CiJob, publisher: string | undefined): Promise<Rows> {
  const found = await db.all<Row>(sql`select t.* from trusted_publishers t join publishers p on p.id = t.publisher
    where t.repository = ${job.repository} and t.issuer = ${job.issuer} and p.status = 'active' order by t.created_at, t.id`);
  const satisfied = found.filter(row => satisfies(job, row) && (publisher ?? row.publisher) === row.publisher);
  // Any account may trust any repository with its tool names; only admins give away servers.
  const servers = satisfied.filter(({ namespace }) => !isToolNamespace(namespace));
  const [account, another] = new Set((servers.length > 0 ? servers : satisfied).map(row => row.publisher));
  if (another !== undefined) throw ambiguous(job);
  const [first, ...rest] = satisfied.filter(row => row.publisher === account);
  if (first === undefined) throw noPublisher(job);
  return [first, ...rest];
}

function satisfies({ workflowRef = '', environment }: CiJob, row: Row): boolean {
  const isWorkflow = row.workflow_ref === null || isRunOf(row.workflow_ref, workflowRef);
  return isWorkflow && (row.environment === null || row.environment === environment);
}

function changedRepository(rows: Rows, job: CiJob): ToolmarkError | undefined {
  const isSame = rows.every(
    ({ repository_id, owner_id }) =>
      (repository_id ?? job.repositoryId) === job.repositoryId && (owner_id ?? job.ownerId) === job.ownerId,
  );
  if (isSame) return undefined;
  const message = `${quoteInert(job.repository)} is another repository than before, under the same name. If that is correct, remove the trusted publisher and add it again.`;
  return new ToolmarkError('oidc.repository-changed', message);
}

async function replayed(db: Reader, { jti }: CiJob): Promise<ToolmarkError | undefined> {
  if ((await db.find(sql`select id from tokens where jti = ${jti}`)) === undefined) return undefined;
  return new ToolmarkError('oidc.replayed', 'This token was exchanged before. Request a new one for each exchange.');
}

async function pin(writer: Writer, rows: Rows, { repositoryId, ownerId }: CiJob, at: number): Promise<void> {
  for (const { id, publisher } of rows.filter(({ repository_id }) => repository_id === null)) {
    const event = { at, actor: OPERATOR.id, subject: publisher, body: { id, repositoryId, ownerId } };
    await record(writer, { kind: 'trusted-publisher.pinned', ...event });
  }
}

function noPublisher({ repository, workflowRef, environment }: CiJob): ToolmarkError {
  const parts = [
    quoteInert(repository.slice(0, 200)),
    `workflow ${quoteInert(workflowRef?.slice(0, 300) ?? '')}`,
    `environment ${quoteInert(environment?.slice(0, 100) ?? '')}`,
  ];
  const message = `No publisher trusts this job: repository ${parts.join(', ')}. Add a trusted publisher with exactly these values.`;
  return new ToolmarkError('oidc.no-publisher', message);
}

function ambiguous({ repository }: CiJob): ToolmarkError {
  const message = `Several publishers trust ${quoteInert(repository)}. Name one of them in "publisher".`;
  return new ToolmarkError('oidc.ambiguous', message, { pointer: '/publisher' });
}

function notAccepted(): ToolmarkError {
  return new ToolmarkError(
    'oidc.issuer',
    'This registry accepts no tokens of CI jobs. Sign in with a token of the registry.',
  );
}
