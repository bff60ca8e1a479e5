import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ToolmarkError } from '../../../packages/core/src/index.ts';
import {
  addCertificate,
  changePublisher,
  createPublisher,
  createToken,
  revokeCertificate,
  revokeToken,
} from '../../../packages/registry/src/accounts/accounts.ts';
import { OPERATOR, type Principal } from '../../../packages/registry/src/accounts/principal.ts';
import { sql } from '../../../packages/registry/src/database/statement.ts';
import { rebuild } from '../../../packages/registry/src/index.ts';
import { publish } from '../../../packages/registry/src/publishing/publish.ts';
import type { Registry } from '../../../packages/registry/src/registry.ts';
import { DownloadCounter } from '../../../packages/registry/src/tools/download-counter.ts';
import { setGrant, setStatus, setVisibility, transferTool } from '../../../packages/registry/src/tools/manage-tool.ts';
import { type Issued, issue, toPem } from '../../pki.ts';
import { describeDatabases, signTool } from '../../registry.ts';
import { gapsIn, rowsOf } from './rows-of.ts';

const PUBLISHERS = ['ada', 'bob', 'carol'];
const NAMES = ['list_invoices', 'list_lnvoices', 'send_mail', 'read_file'];
const VERSIONS = ['1.0.0', '1.0.0-rc.1', '2.0.0', '2.0.0+build'];

const publisher = fc.constantFrom(...PUBLISHERS);
const name = fc.constantFrom(...NAMES);
const version = fc.constantFrom(...VERSIONS);
const visibility = fc.constantFrom('public' as const, 'private' as const);
const status = fc.constantFrom('active' as const, 'deprecated' as const, 'yanked' as const, 'quarantined' as const);

/** What anyone may try; most of it is refused, as in life. */
type Step = (registry: Registry, signer: Issued, downloads: DownloadCounter) => Promise<unknown>;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(publisher, name, version, visibility, fc.boolean()).map(
      ([who, tool, number, seen, other]): Step =>
        (registry, signer) =>
          publish(
            registry,
            as(who),
            signTool(
              signer,
              { name: tool, version: number, ...(other ? { description: `Does ${tool}, and more.` } : {}) },
              NOW,
            ),
            { visibility: seen },
          ),
    ),
  },
  fc.tuple(name, version, status).map(
    ([tool, number, said]): Step =>
      registry =>
        setStatus(registry, OPERATOR, tool, { version: number, status: said, reason: 'x' }),
  ),
  fc.tuple(name, visibility).map(
    ([tool, seen]): Step =>
      registry =>
        setVisibility(registry, OPERATOR, tool, seen),
  ),
  fc.tuple(name, publisher, fc.boolean()).map(
    ([tool, who, given]): Step =>
      registry =>
        setGrant(registry, OPERATOR, tool, who, given),
  ),
  fc.tuple(name, publisher).map(
    ([tool, who]): Step =>
      registry =>
        transferTool(registry, OPERATOR, tool, who),
  ),
  fc.tuple(publisher, fc.constantFrom('active' as const, 'suspended' as const)).map(
    ([who, said]): Step =>
      registry =>
        changePublisher(registry, OPERATOR, who, { status: said }),
  ),
  publisher.map(
    (who): Step =>
      async registry =>
        revokeToken(registry, OPERATOR, who, (await createToken(registry, OPERATOR, who, { label: 'x' })).id),
  ),
  publisher.map(
    (who): Step =>
      (registry, signer) =>
        addCertificate(registry, OPERATOR, who, pemOf(signer)),
  ),
  fc.tuple(name, version, publisher).map(
    ([tool, number, who]): Step =>
      async ({ database }, _, downloads) => {
        const found = await database.reader.find<{ id: number; tool: number }>(sql`select v.id, v.tool
          from versions v join tools t on t.id = v.tool where t.name = ${tool} and v.version = ${number}`);
        if (found !== undefined) downloads.count(found.id, found.tool, as(who));
        await downloads.flush();
      },
  ),
);

/** Later with every event, as time goes. */
const NOW = new Date('2026-11-01T00:00:00Z');

describeDatabases('rows and events', start => {
  test('rebuilds the same rows from any sequence of events', async () => {
    const serving = await start();
    const signer = await issue({ name: 'CN=all', key: 'ed25519' });
    let hours = 0;
    const registry: Registry = {
      ...serving.service.registry,
      now: () => new Date(NOW.getTime() + 20 * 3_600_000 * ++hours),
    };
    for (const id of PUBLISHERS) {
      await createPublisher(registry, OPERATOR, { id, name: id });
      await addCertificate(registry, OPERATOR, id, pemOf(signer));
    }
    const retired = await issue({ name: 'CN=retired', key: 'ed25519' });
    const { fingerprint } = await addCertificate(registry, OPERATOR, 'ada', pemOf(retired));
    await revokeCertificate(registry, OPERATOR, 'ada', fingerprint);
    const { database } = registry;
    const downloads = new DownloadCounter(database, registry.now);
    const file = path.join(serving.data, 'registry.db');
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async steps => {
        for (const one of steps) done += (await attempt(() => one(registry, signer, downloads))) ? 1 : 0;
        const before = await rowsOf(database, file);
        await rebuild(database);
        expect(await rowsOf(database, file)).toEqual(before);
        expect(await gapsIn(database)).toEqual([]);
      }),
      { numRuns: 6 },
    );
    expect(done).toBeGreaterThan(20);
    await downloads.close();
  });
});

/** Whether it was done; a refusal is an answer, anything else is a fault. */
async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (error instanceof ToolmarkError) return false;
    throw error;
  }
}

function as(id: string): Principal {
  return { id, permissions: ['publish'], namespace: undefined };
}

function pemOf({ certificate }: Issued): string {
  return new TextDecoder().decode(toPem(certificate));
}
