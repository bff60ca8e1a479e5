import { mkdir } from 'node:fs/promises';
import { type AddressInfo, isIP } from 'node:net';
import path from 'node:path';
import { type HttpBindings, serve as listen } from '@hono/node-server';
import { quoteInert, ToolmarkError, type TrustMaterial } from '@toolmark/core';
import type { TrustedRoot } from '@toolmark/core/attestation';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import { ensureAdmin } from './first-start/ensure-admin.ts';
import { createApp } from './http/app.ts';
import { drainBody } from './http/drain-body.ts';
import { Gauges } from './http/gauges.ts';
import { requestIdOf, setHeaders } from './http/headers.ts';
import { Metrics } from './http/metrics.ts';
import { DEFAULT_RATE_LIMITS, type RateLimitOptions, RateLimits } from './http/rate-limits.ts';
import { AdvisoryLists } from './judging/advisory-lists.ts';
import { ScoreSweep } from './judging/score-sweep.ts';
import { openRegistry } from './open-registry.ts';
import type { FetchKeys } from './proving/issuer-keys.ts';
import type { OidcIssuer } from './proving/oidc-issuers.ts';
import type { ProofSources } from './proving/proof-sources.ts';
import { createIdTokenVerifier } from './proving/verify-id-token.ts';
import { createInspector } from './publishing/create-inspector.ts';
import type { Registry } from './registry.ts';
import type { Service } from './service.ts';
import { DownloadCounter } from './tools/download-counter.ts';

export interface ServeOptions {
  /** The folder for the key, the admin token and, by default, the database. */
  readonly data: string;
  readonly databaseUrl?: string | undefined;
  readonly databaseReadUrl?: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Used instead of a token that the first start creates. */
  readonly adminToken?: string | undefined;
  /** Trusted for every publisher: signers under these roots need not be registered. */
  readonly trust?: TrustMaterial | undefined;
  readonly rateLimits?: RateLimitOptions | undefined;
  /** The address that clients use, if it differs from where it listens. */
  readonly publicUrl?: string | undefined;
  /** Trust `X-Forwarded-For` of the proxy in front. */
  readonly trustProxy?: boolean | undefined;
  readonly metrics?: MetricsOptions | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Called once for a new registry before it listens, to add initial content. */
  readonly onFirstStart?: ((registry: Registry) => Promise<void>) | undefined;
  /** Where keys of domains are looked up, instead of DNS and HTTPS. */
  readonly proofs?: ProofSources | undefined;
  /** Issuers whose CI jobs may exchange their tokens; none by default. */
  readonly oidcIssuers?: readonly OidcIssuer[] | undefined;
  /** For attestations of CI identities; none are accepted by default. */
  readonly trustedRoot?: TrustedRoot | undefined;
  /** How keys of issuers are fetched, instead of `fetch`. */
  readonly fetchKeys?: FetchKeys | undefined;
  readonly log: Logger;
  readonly now: () => Date;
}

/** Access to `/metrics`. By default it is open and on the port of the API. */
export interface MetricsOptions {
  /** Serve it only on this port; 0 for any free one. */
  readonly port?: number | undefined;
  /** Require this token. */
  readonly token?: string | undefined;
}

/** In milliseconds. */
export interface Timeouts {
  /** For a whole request, and for its headers. */
  readonly request: number;
  readonly headers: number;
  /** Between two requests of a connection. */
  readonly keepAlive: number;
  /** For other writers of the database. */
  readonly store: number;
  /** For active requests when the registry closes. */
  readonly close: number;
  /** For the rest of a body after its answer, and for a pause in it. */
  readonly drain: number;
  readonly drainIdle: number;
}

const TIMEOUTS: Timeouts = {
  ...{ request: 30_000, headers: 10_000, keepAlive: 5_000, store: 5_000, close: 10_000 },
  ...{ drain: 10_000, drainIdle: 2_000 },
};

export interface Serving {
  readonly url: string;
  /** The address of metrics on their own port. */
  readonly metricsUrl: string | undefined;
  readonly service: Service;
  /** Where this start wrote a new admin token. */
  readonly adminTokenFile: string | undefined;
  /** Finishes active requests, writes pending counts, and closes. */
  close(): Promise<void>;
}

/** Starts a registry. It is ready when this returns. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { data, now } = options;
  await mkdir(data, { recursive: true, mode: 0o700 });
  const metrics = new Metrics();
  const inspector = createInspector(options.trust ?? {});
  const registry = await openRegistry({
    ...{ url: options.databaseUrl ?? path.join(data, 'registry.db'), readUrl: options.databaseReadUrl },
    ...{
      data,
      inspector,
      proofs: options.proofs,
      idTokens: createIdTokenVerifier(options.oidcIssuers ?? [], options.fetchKeys),
      bundles: { trust: options.trust ?? {}, root: options.trustedRoot },
      now,
      patienceMs: options.timeouts?.store,
    },
    onRefused: code => metrics.add('toolmark_security_events_total', { code }),
    onWritten: seconds => metrics.observe('toolmark_database_write_duration_seconds', seconds),
  });
  const { database } = registry;
  try {
    const { isFirst, tokenFile: adminTokenFile } = await ensureAdmin(registry, data, options.adminToken);
    if (isFirst) await options.onFirstStart?.(registry);
    const place = { url: options.publicUrl ?? '' };
    const service = createService(registry, metrics, options, () => place.url);
    const server = await start(service, options);
    place.url ||= server.url;
    const sweep = new ScoreSweep(registry).start(err => options.log.error({ err }, 'scores were not refreshed'));
    const close = async () => {
      await server.close();
      await sweep.close();
      await inspector.close();
      await service.downloads.close().finally(() => database.close());
    };
    return { url: server.url, metricsUrl: server.metricsUrl, service, adminTokenFile, close };
  } catch (error) {
    await inspector.close();
    await database.close();
    throw error;
  }
}

export function createService(
  registry: Registry,
  metrics: Metrics,
  { log, rateLimits }: Pick<ServeOptions, 'log' | 'rateLimits'>,
  address: () => string,
): Service {
  const { database, now } = registry;
  return {
    ...{ registry, log, metrics, address },
    gauges: new Gauges(registry, metrics, () => performance.now()),
    advisories: new AdvisoryLists(registry, log),
    downloads: new DownloadCounter(database, now),
    limits: new RateLimits(rateLimits ?? DEFAULT_RATE_LIMITS, () => performance.now()),
  };
}

/** Listens on one port, or on two when metrics have their own. */
async function start(service: Service, options: ServeOptions) {
  const { port, metrics = {} } = options;
  if (metrics.port === undefined) return { ...(await listenOn(service, options, port)), metricsUrl: undefined };
  const api = await listenOn(service, options, port, route => route !== 'metrics');
  try {
    const own = await listenOn(service, options, metrics.port, route => route === 'metrics');
    const close = async () => {
      await Promise.all([api.close(), own.close()]);
    };
    return { url: api.url, metricsUrl: `${own.url}/metrics`, close };
  } catch (error) {
    await api.close();
    throw error;
  }
}

async function listenOn(service: Service, options: ServeOptions, port: number, serves?: (route: string) => boolean) {
  const { host, trustProxy = false, timeouts, metrics } = options;
  const { request, headers, keepAlive, close: grace, drain, drainIdle } = { ...TIMEOUTS, ...timeouts };
  const app = createApp(service, {
    addressOf: context => addressOf(context, trustProxy),
    requestIdOf: context => requestIdOf((context.env as HttpBindings).outgoing),
    metricsToken: metrics?.token,
    serves,
  });
  const server = await new Promise<ReturnType<typeof listen>>((resolve, reject) => {
    const made = listen(
      {
        ...{ fetch: app.fetch, hostname: host, port, autoCleanupIncoming: false },
        // Slow requests are cut off.
        serverOptions: {
          ...{ requestTimeout: request, headersTimeout: headers, keepAliveTimeout: keepAlive },
          connectionsCheckingInterval: Math.ceil(headers / 4),
        },
      },
      () => resolve(made),
    );
    made.prependListener('request', (incoming, outgoing) => {
      setHeaders(incoming, outgoing);
      drainBody(incoming, outgoing, { maxMs: drain, idleMs: drainIdle });
    });
    made.once('error', error => reject(cannotListen(error, host, port)));
  });
  const { port: bound } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve, reject) => {
      const cut = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), grace);
      server.close(error => {
        clearTimeout(cut);
        if (error === undefined) resolve();
        else reject(error);
      });
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    });
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, close };
}

const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. Choose another port',
  EACCES: 'permission denied. Choose a port above 1023',
  EADDRNOTAVAIL: 'the address does not belong to this machine',
  ENOTFOUND: 'the host is unknown',
};

function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number): ToolmarkError {
  const reason = LISTENING[cause.code ?? ''] ?? cause.code ?? cause.message;
  const message = `The registry cannot listen on ${quoteInert(host)}, port ${port}: ${reason}.`;
  return new ToolmarkError('serve.cannot-listen', message, { cause });
}

function addressOf(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const { incoming } = context.env as HttpBindings;
  if (forwarded !== undefined && isIP(forwarded) !== 0) return forwarded;
  return incoming.socket.remoteAddress ?? 'unknown';
}
