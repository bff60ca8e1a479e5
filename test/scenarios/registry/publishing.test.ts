import { expect, test } from 'vitest';
import { describeDatabases } from '../../registry.ts';
import { gapsIn } from './rows-of.ts';

describeDatabases('publishing', start => {
  test('lists versions in pages, newest first', async () => {
    const registry = await start();
    const owner = await registry.createPublisher('pager');
    for (const version of ['1.0.0', '1.10.0', '1.9.0', '2.0.0-rc.1', '1.0.0+b'])
      expect((await owner.publish({ name: 'paged_tool', version })).status).toBe(201);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { json } = await registry.get(`/api/v1/tools/paged_tool/versions?limit=2${cursor}`);
      expect(json.versions.length).toBeLessThanOrEqual(2);
      seen.push(...json.versions.map((one: { version: string }) => one.version));
      cursor = json.nextCursor === undefined ? '' : `&cursor=${json.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(['2.0.0-rc.1', '1.10.0', '1.9.0', '1.0.0+b', '1.0.0']);
    const all = await registry.get('/api/v1/tools/paged_tool/versions?limit=101');
    expect(all.status).toBe(400);
  });

  test('filters results, ranks a preferred domain higher, and pages without duplicates', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const declaring = (domain: string, operation: string, read_only: boolean) => ({
      classification: { service_domains: [domain] },
      behavior: {
        operations: [operation],
        read_only,
        destructive: operation === 'opaque',
        idempotent: read_only,
        open_world: true,
      },
    });
    const security = {
      required_permissions: ['x'],
      sandboxing_required: true,
      network_access: 'internet',
      file_access: 'none',
      allowed_domains: ['api.example.org'],
    };
    const tools = [
      { name: 'alpha', metadata: declaring('payments', 'read', true), security: { ...security, risk_level: 'medium' } },
      { name: 'beta', metadata: declaring('email', 'create', false), security: { ...security, risk_level: 'high' } },
      {
        ...{
          name: 'gamma',
          metadata: declaring('payments', 'opaque', false),
          capabilities: ['network_request', 'execute_command'],
        },
        security: { ...security, risk_level: 'critical' },
      },
    ];
    for (const tool of tools) {
      const { status, bytes } = await ada.publish(tool);
      expect(status, Buffer.from(bytes).toString()).toBe(201);
    }
    const found = async (query: string): Promise<string[]> =>
      (await registry.get(`/api/v1/tools?${query}`)).json.tools.map(({ name }: { name: string }) => name);
    const rows: [string, string[]][] = [
      ['', ['alpha', 'beta', 'gamma']],
      ['name=beta', ['beta']],
      ['capability=execute_command', ['gamma']],
      ['capability=network_request&capability=execute_command', ['gamma']],
      ['domain=email', ['beta']],
      ['domain=payments&read_only=true', ['alpha']],
      ['max_risk_level=low', []],
      ['max_risk_level=high', ['alpha', 'beta']],
      ['min_reputation=1', []],
      ['min_reputation=0', ['alpha', 'beta', 'gamma']],
      ['prefer_domain=email', ['beta', 'alpha', 'gamma']],
      ['q=alp', ['alpha']],
      ['q=alpha+beta', []],
    ];
    for (const [query, names] of rows) expect([query, await found(query)]).toEqual([query, names]);
    const first = await registry.get('/api/v1/tools?limit=2');
    expect(await found(`limit=2&cursor=${first.json.nextCursor}`)).toEqual(['gamma']);
  });

  test('finds, reads and downloads a published document byte for byte', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const bytes = ada.sign({ name: 'search_invoices' });
    const published = await ada.post('/api/v1/tools', bytes);
    expect(published.status, Buffer.from(published.bytes).toString()).toBe(201);
    expect(published.json).toMatchObject({ outcome: 'new', name: 'search_invoices', publisher: 'ada' });

    const found = await registry.get('/api/v1/tools?q=invoices');
    expect(found.json.tools).toMatchObject([{ name: 'search_invoices', version: '2.3.1', publisher: 'ada' }]);

    const shown = await registry.get('/api/v1/tools/search_invoices');
    expect(shown.json.registry).toMatchObject({
      publisher: 'ada',
      status: 'active',
      verification: { outcome: 'trusted' },
    });

    const document = await registry.get('/api/v1/tools/search_invoices/versions/2.3.1/document');
    expect(Buffer.from(document.bytes)).toEqual(Buffer.from(bytes));
  });

  test('publishing the same bytes again changes nothing, and other bytes are refused', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const bytes = ada.sign({ name: 'search_invoices' });
    const publish = (body: Uint8Array) => ada.post('/api/v1/tools', body);
    expect((await publish(bytes)).status).toBe(201);
    expect((await publish(bytes)).status).toBe(200);
    const other = await ada.publish({ name: 'search_invoices', description: 'Searches the invoices of anyone.' });
    expect([other.status, other.json.code]).toEqual([409, 'publish.version-taken']);
  });

  test('refuses capabilities that contradict flags, and reports a command of a read-only tool', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const behavior = { operations: ['read'], read_only: true, destructive: false, idempotent: true, open_world: false };
    const refused = await ada.publish({ name: 'ask_service', metadata: { behavior } });
    expect([refused.status, refused.json.code]).toEqual([422, 'publish.invalid']);
    const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code);
    expect(codes(refused.json.findings)).toContain('metadata.capability-closed-world');
    const taken = await ada.publish({
      ...{ name: 'ask_service', metadata: { behavior: { ...behavior, open_world: true } } },
      parameters: {
        type: 'object',
        properties: { command: { type: 'string', description: 'What to run.', maxLength: 100 } },
        required: ['command'],
      },
    });
    expect(taken.status, Buffer.from(taken.bytes).toString()).toBe(201);
    expect(codes(taken.json.findings)).toContain('metadata.command-read-only');
  });

  test('judges each of several simultaneous claims by itself', async () => {
    const registry = await start();
    const [ada, bob] = [await registry.createPublisher('ada'), await registry.createPublisher('bob')];
    await ada.publish({ name: 'list_invoices', version: '1.0.0' });
    const claims = [
      bob.publish({ name: 'list_invoices', version: '2.0.0' }),
      bob.publish({ name: 'iist_invoices' }),
      bob.publish({ name: 'translate_text', version: '1.0.0' }),
      ada.publish({ name: 'translate_texts' }),
      bob.publish({ name: 'translate_text', version: '1.1.0' }),
      ada.publish({ name: 'list_invoices', version: '1.0.0', description: 'Lists the invoices of anyone at all.' }),
      bob.post('/api/v1/tools', { tool: {} }),
      ada.publish({ name: 'weigh_parcels' }),
    ];
    const answers = (await Promise.all(claims)).map(({ json }) => json.outcome ?? json.code);
    // Of two similar names, whichever comes first is free.
    const [first, other] = answers[3] === 'new' ? ['held', 'new'] : ['new', 'held'];
    expect(answers.slice(2, 5)).toEqual([first, other, first]);
    expect([...answers.slice(0, 2), ...answers.slice(5)]).toEqual([
      ...['publish.not-owner', 'held'],
      ...['publish.version-taken', 'publish.invalid', 'new'],
    ]);
    const shown = await registry.get('/api/v1/tools/weigh_parcels');
    expect(shown.json.registry).toMatchObject({ publisher: 'ada', status: 'active' });
    expect(await gapsIn(registry.service.registry.database)).toEqual([]);
  });

  test('sees names that another process has claimed', async () => {
    const registry = await start();
    const [ada, bob] = [await registry.createPublisher('ada'), await registry.createPublisher('bob')];
    const other = await start({
      data: registry.data,
      adminToken: registry.adminToken,
      databaseUrl: registry.databaseUrl,
    });
    await ada.publish({ name: 'weigh_parcels' });
    const claim = (name: string) => other.as(bob.token).post('/api/v1/tools', bob.sign({ name }));
    expect((await claim('sum_numbers')).json.outcome).toBe('new');
    await ada.publish({ name: 'translate_text' });
    expect((await claim('translate_texts')).json.outcome).toBe('held');
    expect((await claim('translate_text')).json.code).toBe('publish.not-owner');
  });
});
