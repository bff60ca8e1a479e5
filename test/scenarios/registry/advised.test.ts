import { expect, test } from 'vitest';
import { rebuild } from '../../../packages/registry/src/events/rebuild.ts';
import { describeDatabases, type TestPublisher, type TestRegistry } from '../../registry.ts';
import { runToolmark } from '../../run-toolmark.ts';
import { sampleServer, sampleTool } from '../../server-entry.ts';
import { undoMigrations } from './undo-migrations.ts';

/** Reports an incident and confirms it. Returns the number of the advisory. */
async function confirmIncident(
  registry: TestRegistry,
  reporter: TestPublisher,
  name: string,
  { version, severity = 'high' }: { readonly version?: string; readonly severity?: string } = {},
): Promise<string> {
  const at = `/api/v1/tools/${encodeURIComponent(name)}/feedback`;
  const details = { severity, summary: 'It sends the query elsewhere.' };
  const body = { type: 'security_incident', version, details };
  const reported = await registry.as(reporter.token).post(at, body);
  const decided = await registry.admin.post(`/api/v1/reviews/${reported.json.review}`, {
    decision: 'confirm',
    reason: 'Seen.',
  });
  expect(decided.status).toBe(200);
  return decided.json.advisory;
}

async function withdraw(registry: TestRegistry, id: string): Promise<void> {
  const body = { reason: 'A mistake.' };
  const answer = await registry.admin.post(`/api/v1/advisories/${id}/withdraw`, body);
  expect(answer.status).toBe(200);
}

const namesOf = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

/** Every page of a search, with so many tools on each. */
async function pagesOf(registry: TestRegistry, query: string, limit: number): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { json } = await registry.get(`/api/v1/tools?${query}&limit=${limit}${at}`);
    names.push(...namesOf(json.tools));
    cursor = json.nextCursor;
  }
  return names;
}

describeDatabases('a tool under an advisory', start => {
  async function withTools() {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const bob = await registry.createPublisher('bob');
    for (const name of ['mail_a', 'mail_b', 'mail_c']) expect((await ada.publish({ name })).status).toBe(201);
    return { registry, ada, bob };
  }

  test('comes last in every search and on every page, is marked, and comes back when it is withdrawn', async () => {
    const { registry, bob } = await withTools();
    // The name that is searched for is the best match, and would be first.
    const id = await confirmIncident(registry, bob, 'mail_a', { severity: 'low' });
    for (const query of ['q=', 'q=mail', 'q=mail+a', 'name=mail', 'capability=network_request', 'min_reputation=0.1']) {
      const { json } = await registry.get(`/api/v1/tools?${query}`);
      expect([query, namesOf(json.tools).at(-1)]).toEqual([query, 'mail_a']);
      expect(json.tools.at(-1)).toMatchObject({
        ...{ status: 'active', verification: { outcome: 'trusted', signer: { subject: 'CN=ada' } } },
        advisories: [{ id, severity: 'low', summary: 'It sends the query elsewhere.', unaffectedVersion: null }],
      });
      for (const limit of [1, 2]) expect(await pagesOf(registry, query, limit)).toEqual(namesOf(json.tools));
    }
    await rebuild(registry.service.registry.database);
    expect(await pagesOf(registry, 'q=', 2)).toEqual(['mail_b', 'mail_c', 'mail_a']);
    await withdraw(registry, id);
    const { json } = await registry.get('/api/v1/tools?q=mail+a');
    expect(json.tools[0]).toMatchObject({ name: 'mail_a', advisories: [] });
  });

  test('names the version to use instead, and is left alone once that version is shown', async () => {
    const { registry, ada, bob } = await withTools();
    expect((await ada.publish({ name: 'mail_a', version: '2.4.0', description: 'Sends mail twice.' })).status).toBe(
      201,
    );
    const id = await confirmIncident(registry, bob, 'mail_a', { version: '2.4.0' });
    const facts = async (version = '') =>
      (await registry.get(`/api/v1/tools/mail_a${version && `/versions/${version}`}`)).json.registry;
    expect(await facts()).toMatchObject({ version: '2.4.0', advisories: [{ id, unaffectedVersion: '2.3.1' }] });
    expect(await facts('2.3.1')).toMatchObject({ advisories: [] });
    await ada.publish({ name: 'mail_a', version: '2.5.0', description: 'Sends mail once again.' });
    expect(await facts()).toMatchObject({ version: '2.5.0', advisories: [] });
    expect(await facts('2.4.0')).toMatchObject({ advisories: [{ id, unaffectedVersion: '2.5.0' }] });
    const { json } = await registry.get('/api/v1/tools?q=mail+a');
    expect(json.tools[0]).toMatchObject({ name: 'mail_a', version: '2.5.0', advisories: [] });
    // The same definition under another number is under the same advisory.
    await ada.publish({ name: 'mail_a', version: '2.6.0', description: 'Sends mail twice.' });
    expect(await facts()).toMatchObject({ version: '2.6.0', advisories: [{ id, unaffectedVersion: '2.5.0' }] });
  });

  test('is named with its advisory when nothing of it is shown any more', async () => {
    const { registry, bob } = await withTools();
    const id = await confirmIncident(registry, bob, 'mail_a', { severity: 'critical' });
    const { status, json } = await registry.get('/api/v1/tools/mail_a');
    expect([status, json.code]).toEqual([410, 'tool.withdrawn']);
    expect(json.title).toContain(`${id} (critical): It sends the query elsewhere.`);
  });

  test('is marked when the registry moves to this version', async () => {
    const { registry, bob } = await withTools();
    const id = await confirmIncident(registry, bob, 'mail_a');
    const { database } = registry.service.registry;
    await database.write(writer => undoMigrations(writer, 6));
    const databaseUrl = registry.databaseUrl ?? `${registry.data}/registry.db`;
    const again = await start({ databaseUrl, adminToken: registry.adminToken });
    const { json } = await again.get('/api/v1/tools');
    expect(json.tools.at(-1)).toMatchObject({ name: 'mail_a', advisories: [{ id }] });
  });

  test('is marked among the tools of its server, by definition and not by version', async () => {
    const { registry, bob } = await withTools();
    const publish = async (version: string) => {
      const body = sampleServer({ version }, [sampleTool('look'), sampleTool('red')]);
      const answer = await registry.admin.post('/v0.1/publish', body);
      expect(answer.status).toBe(200);
      return answer.json._meta['dev.toolmark/registry'];
    };
    const own = await publish('1.0.0');
    const tool = 'io.github.owner/weather:look';
    const id = await confirmIncident(registry, bob, tool);
    const next = await publish('1.1.0');
    expect(next.tools).toEqual(own.tools);
    expect(next.advisories).toEqual([
      { id, tool, severity: 'high', summary: 'It sends the query elsewhere.', unaffectedVersion: null },
    ]);
    const quarantine = { status: 'quarantined', reason: 'Looked at.' };
    const at = `/api/v1/tools/${encodeURIComponent(tool)}/versions/1.1.0/status`;
    expect((await registry.admin.post(at, quarantine)).status).toBe(200);
    const listed = await runToolmark(['list', 'owner/weather', '--show-tools'], {
      ...{ cwd: registry.data, env: { TOOLMARK_REGISTRY: registry.url } },
    });
    expect(listed.stdout).toMatch(new RegExp(`\\n  look +quarantined +unsigned +${id} high, use another tool +`));
    expect(listed.stdout).toMatch(/\n {2}red +active +unsigned +- +/);
    expect(listed.stdout).toContain(
      `${id} (high): It sends the query elsewhere. No version is unaffected: use another tool.`,
    );
  });
});
