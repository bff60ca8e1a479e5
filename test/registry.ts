import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { type JsonObject, signDocument } from '../packages/core/src/index.ts';
import { openRegistry, type Registry, type ServeOptions, type Serving, serve } from '../packages/registry/src/index.ts';
import { sampleDocument } from './document.ts';
import { type Issued, issue, toPem } from './pki.ts';
import { type Postgres, startPostgres } from './postgres.ts';

/** The driver of PostgreSQL is the same on every Node; that of SQLite is not. */
const KINDS: readonly ('sqlite' | 'postgres')[] =
  process.env.TOOLMARK_BRIEF === undefined ? ['sqlite', 'postgres'] : ['sqlite'];

/** Runs a suite on each database. `start` gives a new registry on an empty one; all are closed at the end. */
export function describeDatabases(
  title: string,
  suite: (start: StartRegistry, kind: 'sqlite' | 'postgres', postgres: () => Postgres | undefined) => void,
): void {
  for (const kind of KINDS) {
    describe(`${title} (${kind})`, () => {
      const running: TestRegistry[] = [];
      let postgres: Postgres | undefined;
      beforeAll(async () => {
        postgres = kind === 'postgres' ? await startPostgres() : undefined;
      });
      afterAll(async () => {
        for (const one of running) await one.close();
        await postgres?.stop();
      });
      suite(
        async options => {
          const databaseUrl = options?.databaseUrl ?? (await postgres?.createDatabase());
          const one = await startRegistry({ ...options, databaseUrl });
          running.push(one);
          return one;
        },
        kind,
        () => postgres,
      );
    });
  }
}

export type StartRegistry = (options?: Partial<ServeOptions>) => Promise<TestRegistry>;

/** A registry on an empty SQLite file, without HTTP, until the end of the test. */
export async function openTestRegistry(): Promise<Registry & { readonly folder: string }> {
  const data = await mkdtemp(path.join(tmpdir(), 'toolmark-registry-'));
  const registry = await openRegistry({ url: path.join(data, 'registry.db'), data, now: () => new Date() });
  onTestFinished(async () => {
    await registry.database.close();
    await rm(data, { recursive: true, force: true });
  });
  return { ...registry, folder: data };
}

/** A registry that listens, with the admin's token, and what a test needs to speak to it. */
export interface TestRegistry extends Serving, Voice {
  /** Requests with the admin's token. */
  readonly admin: Requests;
  readonly data: string;
  /** Where a second registry finds the same rows. */
  readonly databaseUrl: string | undefined;
  readonly adminToken: string;
  /** Every line it has logged. */
  readonly logged: readonly string[];
}

/** Requests with one token, or without any. */
export interface Requests {
  get(target: string, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  post(target: string, body?: unknown): Promise<TestResponse>;
  put(target: string, body?: unknown): Promise<TestResponse>;
  patch(target: string, body?: unknown): Promise<TestResponse>;
  delete(target: string): Promise<TestResponse>;
}

export interface Voice extends Requests {
  request(method: string, target: string, options?: RequestOptions): Promise<TestResponse>;
  as(token: string | undefined): Requests;
  /** An account with a token and a certificate. */
  createPublisher(id: string): Promise<TestPublisher>;
}

export interface RequestOptions {
  readonly token?: string | undefined;
  /** JSON, or bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what a server answered is what a test is about to find out.
  readonly json: any;
}

export interface TestPublisher extends Requests {
  readonly id: string;
  readonly token: string;
  readonly signer: Issued;
  /** A signed document of this publisher; `tool` replaces members of the sample's tool. */
  sign(tool: JsonObject): Uint8Array;
  publish(tool: JsonObject): Promise<TestResponse>;
}

/** On a busy machine a test must not fail because a connection was closed or a writer had to wait. */
const PATIENT = { request: 600_000, headers: 600_000, keepAlive: 600_000, store: 120_000 };

export async function startRegistry(options: Partial<ServeOptions> = {}): Promise<TestRegistry> {
  const data = options.data ?? (await mkdtemp(path.join(tmpdir(), 'toolmark-registry-')));
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: line => void logged.push(line) });
  const timeouts = { ...PATIENT, ...options.timeouts };
  const serving = await serve({ host: '127.0.0.1', port: 0, log, now: () => new Date(), ...options, timeouts, data });
  const adminToken = options.adminToken ?? (await readFile(path.join(data, 'admin-token'), 'utf8')).trim();
  let closing: Promise<void> | undefined;
  const close = async () => {
    await serving.close();
    if (options.data === undefined) await rm(data, { recursive: true, force: true });
  };
  const voice = speakTo(serving.url, adminToken);
  return {
    ...{
      ...serving,
      ...voice,
      data,
      databaseUrl: options.databaseUrl,
      adminToken,
      admin: voice.as(adminToken),
      logged,
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

export function speakTo(url: string, adminToken: string): Voice {
  const request: Voice['request'] = (method, target, given) => ask(url, method, target, given);
  const as: Voice['as'] = token => requestsWith(request, token);
  return { ...as(undefined), request, as, createPublisher: id => createPublisher(as, adminToken, id) };
}

function requestsWith(request: Voice['request'], token: string | undefined): Requests {
  return {
    get: (target, headers = {}) => request('get', target, { token, headers }),
    post: (target, body) => request('post', target, { token, body }),
    put: (target, body) => request('put', target, { token, body }),
    patch: (target, body) => request('patch', target, { token, body }),
    delete: target => request('delete', target, { token }),
  };
}

async function createPublisher(as: Voice['as'], adminToken: string, id: string): Promise<TestPublisher> {
  const signer = await issue({ name: `CN=${id}`, key: 'ed25519' });
  const admin = as(adminToken);
  expectStatus(await admin.post('/api/v1/publishers', { id, name: id }), 201);
  const certificate = new TextDecoder().decode(toPem(signer.certificate));
  expectStatus(await admin.post(`/api/v1/publishers/${id}/certificates`, { certificate }), 201);
  const made = await admin.post(`/api/v1/publishers/${id}/tokens`, { label: 'test' });
  const { token } = expectStatus(made, 201).json as { token: string };
  const sign = (tool: JsonObject) => signTool(signer, tool);
  const requests = as(token);
  return { ...requests, id, token, signer, sign, publish: tool => requests.post('/api/v1/tools', sign(tool)) };
}

export function signTool(signer: Issued, tool: JsonObject, now = new Date()): Uint8Array {
  const sample = sampleDocument();
  return signDocument({ ...sample, tool: { ...(sample.tool as JsonObject), ...tool } }, signer, { now });
}

function expectStatus(response: TestResponse, status: number): TestResponse {
  if (response.status === status) return response;
  throw new Error(`expected ${status}, got ${response.status}: ${response.text}`);
}

async function ask(
  base: string,
  method: string,
  target: string,
  { token, body, headers = {} }: RequestOptions = {},
): Promise<TestResponse> {
  const isRaw = body instanceof Uint8Array || typeof body === 'string';
  const response = await fetch(`${base}${target}`, {
    method: method.toUpperCase(),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = Buffer.from(bytes).toString('utf8');
  return {
    ...{ status: response.status, headers: response.headers, bytes, text },
    get json() {
      return JSON.parse(text);
    },
  };
}
