import { inert, ToolmarkError } from '@toolmark/core';
import { addExamples, createLog, type LogLevel, type Registry, serve } from '@toolmark/registry';
import { EXIT, type Io } from '../io.ts';
import { issueCertificate } from '../issue-certificate.ts';
import { readFile } from '../read-file.ts';
import { type DataArguments, registryData } from '../registry-data.ts';

export interface ServeArguments extends DataArguments {
  readonly host?: string;
  readonly port?: number;
  readonly trust: readonly string[];
  readonly trustProxy: boolean;
  readonly publicUrl?: string;
  readonly empty: boolean;
  readonly logLevel: LogLevel;
}

/** Runs the registry until somebody ends it; then it answers what was asked, and counts what was counted. */
export async function runServe(given: ServeArguments, io: Io): Promise<number> {
  const stopped = io.untilStopped();
  const talk = (line: string): void => io.talk(`toolmark serve: ${line}\n`);
  const data = registryData(given, io);
  const isSeeded = data.isEmbedded && !given.empty;
  const serving = await serve({
    data: data.folder,
    databaseUrl: data.url,
    databaseReadUrl: io.env.DATABASE_READ_URL || undefined,
    host: given.host ?? (io.env.HOST || '127.0.0.1'),
    port: given.port ?? portIn(io.env.PORT),
    adminToken: io.env.TOOLMARK_ADMIN_TOKEN || undefined,
    trust: { roots: given.trust.map(file => readFile(file, io, 4 * 1024 * 1024)) },
    trustProxy: given.trustProxy,
    publicUrl: publicUrl(given.publicUrl ?? (io.env.TOOLMARK_PUBLIC_URL || undefined)),
    onFirstStart: isSeeded ? registry => seed(registry, talk) : undefined,
    log: createLog(given.logLevel, io.talk),
    now: () => new Date(),
  });
  if (serving.adminTokenFile !== undefined) talk(`the admin's token is in ${inert(serving.adminTokenFile)}`);
  talk(`listening on ${inert(serving.url)}`);
  await stopped;
  talk('ending');
  await serving.close();
  return EXIT.yes;
}

const DEFAULT_PORT = 8484;

function portIn(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new ToolmarkError('usage.port', 'PORT is a number from 0 to 65535.');
}

function publicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin;
  throw new ToolmarkError(
    'usage.public-url',
    'The public address is http or https, as in https://registry.example.com.',
  );
}

/** The key that signs the examples is gone when they are: nobody can publish more in their name. */
async function seed(registry: Registry, talk: (line: string) => void): Promise<void> {
  const identity = await issueCertificate({
    ...{ type: 'ed25519', subject: 'Toolmark examples', isAuthority: false, issuer: undefined },
    ...{ now: registry.now(), days: 3650 },
  });
  talk(`published ${await addExamples(registry, identity)} example tools; --empty starts without them`);
}
