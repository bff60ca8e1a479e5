import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { integrityOf, type TarMember, tarball } from './tarball.ts';

export interface Publication {
  /** Members of `package.json` and of the registry's metadata. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Members of the registry's metadata alone: what it says, and the archive does not. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Files of the archive by their path in the package. */
  readonly files?: Readonly<Record<string, string>>;
  /** Members of the archive as they are, after the files. */
  readonly members?: readonly TarMember[];
}

interface Version {
  readonly metadata: Readonly<Record<string, unknown>>;
  archive: Buffer;
}

/** Answers a request instead of the registry; returns whether it did. */
export type Interception = (request: IncomingMessage, response: ServerResponse) => boolean;

/** An npm registry on this machine: what the real client needs to resolve and install, and every way to fail. */
export class NpmRegistry {
  url = '';
  /** `METHOD PATH` of every request. */
  readonly requests: string[] = [];
  /** The bearer token that every request must have. */
  token: string | undefined;
  /** How long it waits before each answer. */
  delayMs = 0;
  /** May answer instead. */
  intercept: Interception = () => false;
  /** Answers of `/-/npm/v1/security/advisories/bulk`, by package. */
  advisories: Readonly<Record<string, readonly unknown[]>> = {};
  /** Bodies of `/-/npm/v1/attestations/NAME@VERSION`. */
  readonly attestations = new Map<string, string>();

  private readonly packages = new Map<string, Map<string, Version>>();
  private readonly tags = new Map<string, string>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      if (this.delayMs === 0) this.answer(request, response);
      else setTimeout(() => this.answer(request, response), this.delayMs);
    });
  }

  static async start(): Promise<NpmRegistry> {
    const registry = new NpmRegistry();
    registry.server.listen(0, '127.0.0.1');
    await once(registry.server, 'listening');
    registry.url = `http://127.0.0.1:${(registry.server.address() as AddressInfo).port}/`;
    return registry;
  }

  /** Goes away: connections are refused from now on. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close').catch(() => {});
  }

  /** Publishes a version, or replaces it, and tags it `latest`. */
  publish(name: string, version: string, publication: Publication = {}): void {
    const { manifest = {}, metadata = {}, files = {}, members = [] } = publication;
    const described: Readonly<Record<string, unknown>> = { name, version, ...manifest };
    const all = { 'package.json': JSON.stringify(described), ...files };
    const archive = tarball([
      ...Object.entries(all).map(([path, text]) => ({ path: `package/${path}`, text })),
      ...members,
    ]);
    const versions = this.packages.get(name) ?? new Map<string, Version>();
    versions.set(version, { metadata: { ...described, ...scriptMark(described), ...metadata }, archive });
    this.packages.set(name, versions);
    this.tags.set(name, version);
  }

  /** Serves other bytes from now on; `says` whether the metadata has their digest. */
  replaceArchive(name: string, version: string, archive: Buffer, says: 'new digest' | 'old digest'): void {
    const found = this.packages.get(name)?.get(version);
    if (found === undefined) throw new Error(`${name}@${version} was not published.`);
    const integrity = integrityOf(found.archive);
    found.archive = archive;
    const pinned = says === 'old digest' ? { integrity } : {};
    this.packages.get(name)?.set(version, { archive, metadata: { ...found.metadata, dist: pinned } });
  }

  unpublish(name: string): void {
    this.packages.delete(name);
  }

  integrity(name: string, version: string): string {
    const found = this.packages.get(name)?.get(version);
    if (found === undefined) throw new Error(`${name}@${version} was not published.`);
    return integrityOf(found.archive);
  }

  private answer(request: IncomingMessage, response: ServerResponse): unknown {
    const path = decodeURIComponent(new URL(request.url ?? '/', this.url).pathname).slice(1);
    this.requests.push(`${request.method} /${path}`);
    if (this.intercept(request, response)) return;
    if (this.token !== undefined && request.headers.authorization !== `Bearer ${this.token}`)
      return send(response, 401, {});
    if (request.method === 'POST') return this.answerAudit(path, request, response);
    if (path.startsWith('-/npm/v1/attestations/')) return this.answerAttestations(path, response);
    const [name = '', file] = path.split('/-/');
    return file === undefined ? this.answerPackument(name, response) : this.answerArchive(name, file, response);
  }

  private answerPackument(name: string, response: ServerResponse): unknown {
    const versions = this.packages.get(name);
    if (versions === undefined) return send(response, 404, { error: 'Not found' });
    const described = [...versions].map(([version, { metadata, archive }]) => {
      const own = metadata.dist as object | undefined;
      const dist = { tarball: this.archiveUrl(name, version), integrity: integrityOf(archive), ...own };
      return [version, { ...metadata, dist }] as const;
    });
    return send(response, 200, {
      name,
      'dist-tags': { latest: this.tags.get(name) },
      versions: Object.fromEntries(described),
      time: Object.fromEntries(described.map(([version]) => [version, '2020-01-01T00:00:00.000Z'])),
    });
  }

  private archiveUrl(name: string, version: string): string {
    return `${this.url}${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
  }

  private answerArchive(name: string, file: string, response: ServerResponse): unknown {
    const version = file.slice((name.split('/').at(-1) ?? '').length + 1, -'.tgz'.length);
    const found = this.packages.get(name)?.get(version);
    if (found === undefined) return send(response, 404, { error: 'Not found' });
    return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(found.archive);
  }

  private answerAttestations(path: string, response: ServerResponse): unknown {
    const body = this.attestations.get(path.slice('-/npm/v1/attestations/'.length));
    if (body === undefined) return send(response, 404, {});
    return response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }

  private answerAudit(path: string, request: IncomingMessage, response: ServerResponse): unknown {
    request.resume();
    const isBulk = path === '-/npm/v1/security/advisories/bulk';
    return send(response, isBulk ? 200 : 404, isBulk ? this.advisories : {});
  }
}

/** What a registry says about a package with install scripts. */
function scriptMark({ scripts }: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(scripts ?? {});
  return names.some(name => ['preinstall', 'install', 'postinstall'].includes(name)) ? { hasInstallScript: true } : {};
}

function send(response: ServerResponse, status: number, body: unknown): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
