import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '@toolmark/core';

export const INDEX_TYPE = 'application/vnd.oci.image.index.v1+json';

/** What a registry answers for a tag. */
export interface FakeManifest {
  readonly body: string | Uint8Array;
  readonly type?: string;
  /** The header `Docker-Content-Digest`; `null` sends none. Default: the true one. */
  readonly digest?: string | null;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** For tests: an image registry on this machine, without layers, that records every request. */
export class FakeOciRegistry {
  /** Method, path and `Authorization` of each request. */
  readonly asked: string[] = [];
  /** By path, such as `/v2/weather/manifests/latest`. */
  private readonly manifests = new Map<string, FakeManifest>();
  private readonly handlers = new Map<string, Handler>();
  private token: string | undefined;
  private readonly server = createServer((request, response) => this.answer(request, response));

  /** Returns the host and port, as the name of an image begins. */
  async open(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    return this.host;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns the digest that a client should find. */
  tag(repository: string, tag: string, manifest: FakeManifest): string {
    this.manifests.set(`/v2/${repository}/manifests/${tag}`, manifest);
    return sha256(new Uint8Array(Buffer.from(manifest.body)));
  }

  /** Answers a path in another way. */
  on(path: string, handler: Handler): void {
    this.handlers.set(path, handler);
  }

  /** Requires this token, which `/token` gives to anyone. */
  requireToken(token: string): void {
    this.token = token;
    this.on('/token', (_, response) => response.end(JSON.stringify({ token })));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const { authorization } = request.headers;
    this.asked.push([request.method, pathname + search, authorization].filter(part => part !== undefined).join(' '));
    const handler = this.handlers.get(pathname);
    if (handler !== undefined) handler(request, response);
    else if (this.token !== undefined && authorization !== `Bearer ${this.token}`) this.challenge(response);
    else serve(this.manifests.get(pathname), response);
  }

  private challenge(response: ServerResponse): void {
    const challenge = `Bearer realm="http://${this.host}/token",service="fake",scope="repository:other:push"`;
    response.writeHead(401, { 'www-authenticate': challenge }).end();
  }
}

function serve(manifest: FakeManifest | undefined, response: ServerResponse): void {
  if (manifest === undefined) return void response.writeHead(404).end();
  const { body, type = INDEX_TYPE, digest = sha256(new Uint8Array(Buffer.from(body))) } = manifest;
  const header = digest === null ? {} : { 'docker-content-digest': digest };
  response.writeHead(200, { 'content-type': type, ...header }).end(body);
}
