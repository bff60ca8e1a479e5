import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonObject, parseToolDocument, signDocument, ToolmarkError } from '../../../packages/core/src/index.ts';
import {
  compareRanked,
  type Evidence,
  indexEntry,
  rankOf,
  relevance,
  reputationOf,
} from '../../../packages/core/src/registry.ts';
import { addCertificate, changePublisher, createPublisher } from '../../../packages/registry/src/accounts/accounts.ts';
import { OPERATOR, type Principal } from '../../../packages/registry/src/accounts/principal.ts';
import { decideReview } from '../../../packages/registry/src/judging/decide-review.ts';
import { giveFeedback } from '../../../packages/registry/src/judging/give-feedback.ts';
import { ScoreSweep } from '../../../packages/registry/src/judging/score-sweep.ts';
import { publish } from '../../../packages/registry/src/publishing/publish.ts';
import type { Registry } from '../../../packages/registry/src/registry.ts';
import { setStatus, transferTool } from '../../../packages/registry/src/tools/manage-tool.ts';
import { readTool } from '../../../packages/registry/src/tools/read-tool.ts';
import { search } from '../../../packages/registry/src/tools/search.ts';
import { sampleDocument } from '../../document.ts';
import { type Issued, issue, toPem } from '../../pki.ts';
import { describeDatabases } from '../../registry.ts';
import { rowsIn } from './rows-of.ts';

const PUBLISHERS = ['ada', 'bob', 'carol', 'dan'];
const NAMES = ['list_invoices', 'send_mail', 'read_file', 'mail', 'mail_list_reader', 'fileReader'];
const TEXTS = ['Reads a file.', 'Sends mail to a list.', 'Lists invoices by mail.'];
const VERSIONS = ['1.0.0', '1.1.0', '2.0.0'];
const QUERIES = [undefined, 'mail', 'mail list', 'read', 'list_invoices', 'fi', 'network', 'by', 'reader mail'];
const DOMAINS = [[], ['email'], ['email', 'payments']];

type Step = (registry: Registry, signer: Issued) => Promise<unknown>;
const one = <T>(...items: readonly T[]) => fc.constantFrom(...items);
const who = one(...PUBLISHERS);
const tool = one(...NAMES);
const version = one(...VERSIONS);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(who, tool, version, one(...TEXTS), one(...DOMAINS)).map(
      ([id, name, number, description, domains]): Step =>
        (registry, signer) => {
          const sample = sampleDocument();
          const metadata = domains.length === 0 ? {} : { metadata: { classification: { service_domains: domains } } };
          const made = { ...(sample.tool as JsonObject), name, version: number, description, ...metadata };
          const bytes = signDocument({ ...sample, tool: made }, signer, { now: NOW });
          return publish(registry, as(id), bytes);
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(who, tool, version, one('positive_usage' as const, 'negative_usage' as const)).map(
      ([id, name, number, type]): Step =>
        registry =>
          giveFeedback(registry, as(id), name, { type, version: number }),
    ),
  },
  fc
    .tuple(who, tool, version, one('low' as const, 'critical' as const), one('confirm' as const, 'dismiss' as const))
    .map(
      ([id, name, number, severity, decision]): Step =>
        async registry => {
          const details = { severity, summary: 'It was seen.' };
          await giveFeedback(registry, as(id), name, { type: 'security_incident', version: number, details });
          const reviews = await rowsIn(registry.database.reader, 'reviews');
          for (const review of reviews.filter(({ status, cause }) => status === 'open' && cause === 'incident')) {
            await decideReview(registry, OPERATOR, review.id, { decision, reason: 'Looked at.' });
          }
        },
    ),
  fc.tuple(tool, version, one('active' as const, 'yanked' as const, 'quarantined' as const)).map(
    ([name, number, status]): Step =>
      registry =>
        setStatus(registry, OPERATOR, name, { version: number, status, reason: 'So be it.' }),
  ),
  fc.tuple(tool, who).map(
    ([name, id]): Step =>
      registry =>
        transferTool(registry, OPERATOR, name, id),
  ),
  fc.tuple(who, one('active' as const, 'suspended' as const)).map(
    ([id, status]): Step =>
      registry =>
        changePublisher(registry, OPERATOR, id, { status }),
  ),
);

const NOW = new Date('2026-11-01T00:00:00Z');
const HOUR_MS = 3_600_000;

describeDatabases('scores and places', start => {
  test('are those that the functions of core give for the same history', async () => {
    const serving = await start();
    const signer = await issue({ name: 'CN=all', key: 'ed25519' });
    let now = NOW.getTime();
    const registry: Registry = { ...serving.service.registry, now: () => new Date(now) };
    for (const id of PUBLISHERS) {
      await createPublisher(registry, OPERATOR, { id, name: id });
      await addCertificate(registry, OPERATOR, id, new TextDecoder().decode(toPem(signer.certificate)));
    }
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async steps => {
        for (const act of steps) {
          now += 20 * HOUR_MS;
          await attempt(() => act(registry, signer));
        }
        // What one sweep finds out about a publisher, the next one knows for all of its tools.
        for (const _ of [1, 2]) {
          now += 25 * HOUR_MS;
          await new ScoreSweep(registry).run();
        }
        compared += await compareScores(registry);
        await comparePlaces(registry);
      }),
      { numRuns: 8 },
    );
    expect(compared).toBeGreaterThan(8);
  });
});

/** Every tool that is shown: all that is known of it, counted by core. */
async function compareScores(registry: Registry): Promise<number> {
  const rows = await rowsOf(registry);
  const shown = rows.tools.filter(({ shown_version }) => shown_version !== null);
  for (const { id, name, owner } of shown) {
    const { registry: facts } = await readTool(registry, OPERATOR, name);
    const own = rows.tools.filter(other => other.owner === owner);
    const evidence: Evidence = {
      ...evidenceOf(rows, id),
      version: facts.version,
      publisher: {
        id: owner,
        tools: own.flatMap(({ id: number, created_at: publishedAt, shown_version }) =>
          rows.versions
            .filter(row => row.tool === number && (row.id === shown_version || row.status === 'quarantined'))
            .map(({ content: digest, status }) => ({ digest, publishedAt, quarantined: status === 'quarantined' })),
        ),
        others: own.filter(other => other.id !== id).map(other => evidenceOf(rows, other.id)),
      },
      consumers: 0,
      findings: [],
    };
    const expected = reputationOf(evidence, registry.now());
    expect([name, facts.reputation]).toEqual([name, expected]);
    expect([name, rows.tools.find(row => row.id === id)?.score]).toEqual([name, expected.score]);
  }
  return shown.length;
}

/** Every question: what is found, and in which order. */
async function comparePlaces(registry: Registry): Promise<void> {
  const { tools } = await rowsOf(registry);
  const entries = [];
  for (const { name, score } of tools.filter(({ listed }) => listed === 1)) {
    const { bytes, registry: facts } = await readTool(registry, OPERATOR, name);
    const isAdvised = facts.advisories.length > 0;
    entries.push({ score, isAdvised, ...indexEntry(parseToolDocument(new Uint8Array(bytes))) });
  }
  for (const q of QUERIES) {
    for (const preferDomains of DOMAINS) {
      const ranked = entries
        .map(entry => ({ ...entry, relevance: relevance(q ?? '', entry) }))
        .filter(entry => entry.relevance > 0)
        .map(entry => {
          const domainMatch = entry.domains.some(domain => preferDomains.includes(domain));
          const { name, version, isAdvised } = entry;
          return { name, version, isAdvised, rank: rankOf({ ...entry, domainMatch }) };
        })
        .sort(compareRanked);
      const page = await search(registry, undefined, { q, preferDomains });
      expect([q, preferDomains, page.tools.map(({ name }) => name)]).toEqual([
        q,
        preferDomains,
        ranked.map(({ name }) => name),
      ]);
    }
  }
}

async function rowsOf({ database: { reader } }: Registry) {
  return {
    tools: await rowsIn(reader, 'tools'),
    versions: await rowsIn(reader, 'versions'),
    voices: (await rowsIn(reader, 'voices')).filter(({ ledger }) => ledger === 'vote'),
    reviews: (await rowsIn(reader, 'reviews')).filter(({ cause }) => cause === 'incident'),
    active: (await rowsIn(reader, 'publishers')).filter(({ status }) => status === 'active').map(({ id }) => id),
  };
}

function evidenceOf(rows: Awaited<ReturnType<typeof rowsOf>>, tool: number): Pick<Evidence, 'voices' | 'incidents'> {
  const numberOf = (id: number | null) => rows.versions.find(row => row.id === id)?.version ?? '';
  return {
    voices: rows.voices
      .filter(voice => voice.tool === tool && rows.active.includes(voice.principal))
      .map(({ principal, version: id, type, at }) => ({
        ...{ principal, version: numberOf(id), at },
        type: type as Evidence['voices'][number]['type'],
      })),
    incidents: rows.reviews
      .filter(review => review.tool === tool)
      .map(({ version: id, severity, status }) => ({ version: numberOf(id), severity, state: status })),
  };
}

async function attempt(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
  }
}

function as(id: string): Principal {
  return { id, permissions: ['publish', 'feedback'], namespace: undefined };
}
