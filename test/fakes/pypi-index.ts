import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipSync } from 'fflate';

/** A package as its author writes it. */
export interface FakePackage {
  readonly name: string;
  readonly version: string;
  /** Requirements as in `Requires-Dist`. */
  readonly requires?: readonly string[];
  /** Console scripts: `NAME` → `MODULE:FUNCTION`. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Files of the wheel by their path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Python, ABI and platform. Default: `py3-none-any`. */
  readonly tag?: string;
  /** Members of METADATA that differ from the name of the file. */
  readonly metadata?: { readonly name?: string; readonly version?: string };
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const moduleName = (name: string): string => name.replace(/[-.]/g, '_');

/** For tests: a package index on this machine, with wheels that are built in memory. */
export class FakePypiIndex {
  /** The path of each request, and whether it had a password. */
  readonly asked: string[] = [];
  private readonly files = new Map<string, Uint8Array>();
  /** The digests that the index states; a file that is replaced later keeps its own. */
  private readonly stated = new Map<string, string>();
  private login: string | undefined;
  private port = 0;
  private readonly server = createServer((request, response) => this.answer(request, response));

  async open(): Promise<void> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** The address for `UV_DEFAULT_INDEX`, also after it is closed; with a user and password if given. */
  address(login?: string): string {
    return `http://${login === undefined ? '' : `${login}@`}127.0.0.1:${this.port}/simple`;
  }

  /** Adds a wheel, and returns its SHA-256. */
  publish(made: FakePackage): string {
    return this.add(`${moduleName(made.name)}-${made.version}-${made.tag ?? 'py3-none-any'}.whl`, wheel(made));
  }

  /** Adds a source archive, which is never built. */
  publishSource(name: string, version: string): string {
    return this.add(`${moduleName(name)}-${version}.tar.gz`, encode('not a real archive'));
  }

  /** Serves other bytes under the name of a wheel. The index states their digest, or still the old one. */
  replace(made: FakePackage, stated: 'new-digest' | 'old-digest'): void {
    const file = `${moduleName(made.name)}-${made.version}-${made.tag ?? 'py3-none-any'}.whl`;
    const old = this.stated.get(file) ?? '';
    this.add(file, wheel(made));
    if (stated === 'old-digest') this.stated.set(file, old);
  }

  /** Requires `user:password` in every request. */
  requireLogin(login: string): void {
    this.login = login;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  private add(file: string, bytes: Uint8Array): string {
    const digest = createHash('sha256').update(bytes).digest('hex');
    this.files.set(file, bytes);
    this.stated.set(file, digest);
    return digest;
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const { authorization } = request.headers;
    this.asked.push(authorization === undefined ? pathname : `${pathname} with a password`);
    const expected = `Basic ${Buffer.from(this.login ?? '').toString('base64')}`;
    if (this.login !== undefined && authorization !== expected) return void response.writeHead(401).end();
    const [, kind, name = ''] = pathname.split('/');
    const bytes = kind === 'files' ? this.files.get(name) : this.page(name);
    if (bytes === undefined) return void response.writeHead(404).end();
    const type = kind === 'files' ? 'application/octet-stream' : 'text/html';
    // Nothing may be remembered between two requests: tests change the files.
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(bytes);
  }

  /** The page of a project in the simple API (PEP 503). */
  private page(project: string): Uint8Array | undefined {
    const own = [...this.stated].filter(([file]) => file.toLowerCase().replaceAll('_', '-').startsWith(`${project}-`));
    if (own.length === 0) return undefined;
    const links = own.map(([file, digest]) => `<a href="/files/${file}#sha256=${digest}">${file}</a><br>`);
    return encode(`<!DOCTYPE html><html><body>${links.join('\n')}</body></html>`);
  }
}

function wheel({
  name,
  version,
  requires = [],
  scripts = {},
  files = {},
  tag = 'py3-none-any',
  metadata = {},
}: FakePackage): Uint8Array {
  const info = `${moduleName(name)}-${version}.dist-info`;
  const headers = [
    `Name: ${metadata.name ?? name}`,
    `Version: ${metadata.version ?? version}`,
    ...requires.map(each => `Requires-Dist: ${each}`),
  ];
  const entryPoints = Object.entries(scripts).map(([script, target]) => `${script} = ${target}\n`);
  const content: Record<string, string> = {
    ...files,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\n${headers.join('\n')}\n`,
    [`${info}/WHEEL`]: `Wheel-Version: 1.0\nGenerator: toolmark-test\nRoot-Is-Purelib: true\nTag: ${tag}\n`,
    ...(entryPoints.length === 0 ? {} : { [`${info}/entry_points.txt`]: `[console_scripts]\n${entryPoints.join('')}` }),
  };
  const record = Object.entries(content).map(
    ([path, text]) => `${path},sha256=${recordHash(text)},${encode(text).length}\n`,
  );
  const whole = { ...content, [`${info}/RECORD`]: `${record.join('')}${info}/RECORD,,\n` };
  return zipSync(Object.fromEntries(Object.entries(whole).map(([path, text]) => [path, encode(text)])), {
    mtime: '2026-01-01',
  });
}

function recordHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
