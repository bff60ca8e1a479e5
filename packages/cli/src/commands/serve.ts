import { inert, parseUrl, ToolmarkError } from '@toolmark/core';
import { addExamples, createLog, type LogFormat, type LogLevel, type Registry, serve } from '@toolmark/registry';
import { readFile } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';
import { acceptedIssuers } from '../sources/accepted-issuers.ts';
import { issueCertificate } from '../sources/issue-certificate.ts';
import { type DataArguments, registryData } from '../sources/registry-data.ts';

export interface ServeArguments extends DataArguments {
  readonly host?: string;
  readonly port?: number;
  readonly trust: readonly string[];
  readonly trustProxy: boolean;
  readonly publicUrl?: string;
  readonly empty: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat?: LogFormat;
  readonly metricsPort?: number;
  readonly metricsTokenFile?: string;
}

/** Runs the registry until it is stopped, then finishes open requests. */
export async function runServe(given: ServeArguments, io: Io): Promise<number> {
  const stopped = io.untilStopped();
  const log = createLog(given.logLevel, io.stderr, given.logFormat ?? (io.isInteractive ? 'text' : 'json'));
  // Where it listens and where its token is are written at every level, in the same format.
  const always = log.child({}, { level: 'info' });
  const data = registryData(given, io);
  const isSeeded = data.isEmbedded && !given.empty;
  const host = given.host ?? (io.env.HOST || '127.0.0.1');
  const address = publicUrl(given.publicUrl ?? (io.env.TOOLMARK_PUBLIC_URL || undefined));
  const serving = await serve({
    data: data.folder,
    databaseUrl: data.url,
    databaseReadUrl: io.env.DATABASE_READ_URL || undefined,
    host,
    port: given.port ?? portIn(io.env.PORT),
    adminToken: io.env.TOOLMARK_ADMIN_TOKEN || undefined,
    trust: { roots: given.trust.map(file => readFile(file, io, 4 * 1024 * 1024)) },
    ...acceptedIssuers(io),
    trustProxy: given.trustProxy,
    publicUrl: address,
    metrics: { port: given.metricsPort, token: metricsToken(given.metricsTokenFile, io) },
    onFirstStart: isSeeded ? registry => seed(registry, always) : undefined,
    log,
    now: () => new Date(),
  });
  const { url, metricsUrl, adminTokenFile } = serving;
  if (adminTokenFile !== undefined) always.info(`the admin's token is in ${inert(adminTokenFile)}`);
  if (!isLoopback(host) && !given.trustProxy && !address?.startsWith('https:')) always.warn(WITHOUT_TLS);
  if (metricsUrl !== undefined) always.info(`metrics are on ${inert(metricsUrl)}`);
  always.info(`listening on ${inert(url)}`);
  await stopped;
  always.info('ending');
  await serving.close();
  return EXIT.yes;
}

const WITHOUT_TLS =
  'Other machines can connect without TLS, and tokens are sent as plain text. Put a proxy with TLS in front, and name it with --public-url https://… or --trust-proxy.';

/** `localhost` and the addresses of this machine alone. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

const MIN_TOKEN_LENGTH = 32;

function metricsToken(file: string | undefined, io: Io): string | undefined {
  const text = file === undefined ? io.env.TOOLMARK_METRICS_TOKEN : new TextDecoder().decode(readFile(file, io, 4096));
  if (file === undefined && (text === undefined || text === '')) return undefined;
  const token = text?.trim() ?? '';
  if (token.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]{1,256}$/.test(token)) return token;
  throw new ToolmarkError(
    'usage.metrics-token',
    'The token for metrics has 32 to 256 visible ASCII characters. Make one with "openssl rand -hex 32".',
  );
}

const DEFAULT_PORT = 8484;

function portIn(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new ToolmarkError('usage.port', 'PORT is a number from 0 to 65535.');
}

function publicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = parseUrl(text);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin;
  throw new ToolmarkError(
    'usage.public-url',
    'The public address is http or https, as in https://registry.example.com.',
  );
}

/** The key of the examples is discarded, so that it cannot sign anything else. */
async function seed(registry: Registry, log: { readonly info: (text: string) => void }): Promise<void> {
  const identity = await issueCertificate({
    ...{ type: 'ed25519', subject: 'Toolmark examples', isAuthority: false, issuer: undefined },
    ...{ now: registry.now(), days: 3650 },
  });
  log.info(`published ${await addExamples(registry, identity)} example tools; --empty starts without them`);
}
