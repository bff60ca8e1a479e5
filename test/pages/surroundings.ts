import { startPostgres } from '../postgres.ts';
import { startRegistry } from '../registry.ts';
import { sampleServer, sampleTool } from '../server-entry.ts';
import type { World } from './session.ts';

/** What a page takes for granted, and how to end it. */
export interface Surroundings {
  readonly world: World;
  end(): Promise<void>;
}

/** Real things behind the addresses of a page that do not exist, or that no test may ask. */
export async function surroundingsOf(page: string): Promise<Surroundings> {
  if (page === 'docs/guide/operator.md') return await postgres();
  if (page === 'docs/guide/registries.md') return await otherRegistry();
  // Its servers are not installed beside its config, or the program would say that npx prefers those.
  const hasModules = page !== 'docs/guide/packages.md';
  return { world: { hasModules }, end: async () => {} };
}

async function postgres(): Promise<Surroundings> {
  const server = await startPostgres();
  const standIns = {
    'postgres://toolmark:secret@db.example/toolmark': await server.createDatabase(),
    'postgres://toolmark:secret@db.example/moved': await server.createDatabase(),
  };
  return { world: { standIns }, end: () => server.stop() };
}

async function otherRegistry(): Promise<Surroundings> {
  const registry = await startRegistry();
  const body = sampleServer({}, [sampleTool('get_forecast')]);
  const { status } = await registry.admin.post('/v0.1/publish', body);
  if (status !== 200) throw new Error(`The other registry answers ${status}.`);
  const standIns = { 'https://registry.modelcontextprotocol.io': registry.url };
  return { world: { standIns }, end: () => registry.close() };
}
