import { expect, test } from 'vitest';
import { openTestRegistry } from '../../../../test/registry.ts';
import { sql } from '../database/statement.ts';
import { rebuild } from '../events/rebuild.ts';
import { createPublisher, createToken, ensurePublisher, revokeToken } from './accounts.ts';
import { OPERATOR } from './principal.ts';
import { readPublisher } from './read-publisher.ts';

const ADA = { id: 'ada', name: 'Ada' };

test.each(['ada', 'operator', 'registry'])('rejects the id %s, which is taken or reserved', async id => {
  const registry = await openTestRegistry();
  await ensurePublisher(registry, ADA);
  const again = createPublisher(registry, OPERATOR, { id, name: 'Other' });
  await expect(again).rejects.toMatchObject({ code: 'publisher.exists' });
});

test('revoking a token twice keeps the first time, and a rebuild keeps the account', async () => {
  const registry = await openTestRegistry();
  await createPublisher(registry, OPERATOR, ADA);
  const { id, token } = await createToken(registry, OPERATOR, 'ada', { label: 'laptop' });
  await revokeToken({ ...registry, now: () => new Date('2026-11-15T12:00:00Z') }, OPERATOR, 'ada', id);
  await revokeToken({ ...registry, now: () => new Date('2026-11-16T12:00:00Z') }, OPERATOR, 'ada', id);
  const account = await readPublisher(registry, OPERATOR, 'ada');
  expect(account.tokens).toMatchObject([{ id, label: 'laptop', revokedAt: '2026-11-15T12:00:00.000Z' }]);
  const events = await registry.database.reader.all<{ body: string }>(sql`select body from events`);
  expect(JSON.stringify(events)).not.toContain(token);
  expect(await rebuild(registry.database)).toEqual({ events: events.length });
  expect(await readPublisher(registry, OPERATOR, 'ada')).toEqual(account);
});
