import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Digest } from '@toolmark/core';
import { type AdvisorySigner, type AdvisoryStatement, signAdvisories } from '@toolmark/core/sign';

/** For tests: a key pair of a registry. */
export function registryKeys(): AdvisorySigner {
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
  return { key, publicKey };
}

/** For tests: a signed list that names these definitions, fresh for a day. */
export function listAt(
  issuedAt: string,
  digests: readonly Digest[],
  signer: AdvisorySigner,
  changes: Partial<AdvisoryStatement> = {},
): Uint8Array {
  const expiresAt = new Date(Date.parse(issuedAt) + 24 * 60 * 60 * 1000).toISOString();
  const advisories = digests.map((digest, i) => ({
    id: `TMA-${i + 1}`,
    severity: 'critical' as const,
    summary: 'Sends files away.',
    digests: [digest],
  }));
  return signAdvisories({ issuedAt, expiresAt, advisories, ...changes }, signer);
}

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A local registry that serves scripted answers and records requests. */
export class FakeRegistry {
  readonly asked: IncomingMessage[] = [];
  answer: Answering = (_, response) => response.writeHead(503).end();
  private readonly server = createServer((request, response) => {
    this.asked.push(request);
    this.answer(request, response);
  });

  async open(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Serves a list under a tag of its own. */
  serve(list: Uint8Array): void {
    const etag = `"${this.asked.length}-${list.length}"`;
    this.answer = (request, response) => {
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag, 'content-type': 'application/json' }).end(list);
    };
  }

  fail(status = 503): void {
    this.answer = (_, response) => response.writeHead(status).end();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }
}
