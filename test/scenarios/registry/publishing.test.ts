import { expect, test } from 'vitest';
import { describeDatabases } from '../../registry.ts';

describeDatabases('publishing', start => {
  test('versions come in pages, each once, the newest first', async () => {
    const registry = await start();
    const owner = await registry.createPublisher('pager');
    for (const version of ['1.0.0', '1.10.0', '1.9.0', '2.0.0-rc.1', '1.0.0+b'])
      expect((await owner.publish({ name: 'paged_tool', version })).status).toBe(201);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { json } = await registry.request('get', `/api/v1/tools/paged_tool/versions?limit=2${cursor}`);
      expect(json.versions.length).toBeLessThanOrEqual(2);
      seen.push(...json.versions.map((one: { version: string }) => one.version));
      cursor = json.nextCursor === undefined ? '' : `&cursor=${json.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(['2.0.0-rc.1', '1.10.0', '1.9.0', '1.0.0+b', '1.0.0']);
    const all = await registry.request('get', '/api/v1/tools/paged_tool/versions?limit=101');
    expect(all.status).toBe(400);
  });

  test('a document is found, read and downloaded as the bytes that were published', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const bytes = ada.sign({ name: 'search_invoices' });
    const published = await registry.request('post', '/api/v1/tools', { token: ada.token, body: bytes });
    expect(published.status, Buffer.from(published.bytes).toString()).toBe(201);
    expect(published.json).toMatchObject({ outcome: 'new', name: 'search_invoices', publisher: 'ada' });

    const found = await registry.request('get', '/api/v1/tools?q=invoices');
    expect(found.json.tools).toMatchObject([{ name: 'search_invoices', version: '2.3.1', publisher: 'ada' }]);

    const shown = await registry.request('get', '/api/v1/tools/search_invoices');
    expect(shown.json.registry).toMatchObject({
      publisher: 'ada',
      status: 'active',
      verification: { outcome: 'trusted' },
    });

    const document = await registry.request('get', '/api/v1/tools/search_invoices/versions/2.3.1/document');
    expect(Buffer.from(document.bytes)).toEqual(Buffer.from(bytes));
  });

  test('the same bytes again are no new version, and other bytes are refused', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const bytes = ada.sign({ name: 'search_invoices' });
    const publish = (body: Uint8Array) => registry.request('post', '/api/v1/tools', { token: ada.token, body });
    expect((await publish(bytes)).status).toBe(201);
    expect((await publish(bytes)).status).toBe(200);
    const other = await ada.publish({ name: 'search_invoices', description: 'Searches the invoices of anyone.' });
    expect([other.status, other.json.code]).toEqual([409, 'publish.version-taken']);
  });
});
