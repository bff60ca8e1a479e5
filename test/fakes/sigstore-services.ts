import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fulcioHandler } from '@sigstore/mock/dist/fulcio/index.js';
import { tsaHandler } from '@sigstore/mock/dist/timestamp/index.js';
import { createFakeSigstore, type FakeSigstore, type Message } from './sigstore.ts';

/** An answer of a service. */
interface Answer {
  readonly statusCode: number;
  readonly response: string | Uint8Array;
}

type Handler = (body: string, request: IncomingMessage) => Answer | Promise<Answer>;

/** Fulcio, Rekor and a timestamp authority on one address of this machine, and the token service of a CI. */
export class SigstoreServices {
  readonly sigstore: FakeSigstore;
  url = '';
  /** `METHOD PATH` of every request. */
  readonly requests: string[] = [];
  /** Which versions of Rekor's interface there are. */
  rekor: 'v1' | 'v2' = 'v1';
  /** Answers in place of the service at a path. */
  readonly instead = new Map<string, Handler>();

  private readonly handlers: ReadonlyMap<string, Handler>;
  private readonly server: Server;

  private constructor(sigstore: FakeSigstore) {
    const { ca, log, tsa } = sigstore.services;
    this.sigstore = sigstore;
    this.handlers = new Map<string, Handler>([
      ['/api/v2/signingCert', body => fulcioHandler(ca).fn(body) as Promise<Answer>],
      ['/api/v1/timestamp', body => tsaHandler(tsa).fn(body) as Promise<Answer>],
      ['/api/v1/log/entries', body => this.only('v1', () => log.log(dsseEntry(JSON.parse(body))))],
      [
        '/api/v2/log/entries',
        body => this.only('v2', async () => messageOf(await log.log(hashedEntry(JSON.parse(body))))),
      ],
    ]);
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async start(): Promise<SigstoreServices> {
    const services = new SigstoreServices(await createFakeSigstore());
    services.server.listen(0, '127.0.0.1');
    await once(services.server, 'listening');
    services.url = `http://127.0.0.1:${(services.server.address() as AddressInfo).port}`;
    return services;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async only(version: 'v1' | 'v2', entry: () => Promise<unknown>): Promise<Answer> {
    if (this.rekor !== version) return { statusCode: 404, response: '' };
    return { statusCode: 201, response: JSON.stringify(await entry()) };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.url);
    this.requests.push(`${request.method} ${pathname}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const handler = this.instead.get(pathname) ?? this.handlers.get(pathname);
    const body = Buffer.concat(chunks).toString();
    const answer = (await handler?.(body, request)) ?? { statusCode: 404, response: '' };
    response.writeHead(answer.statusCode).end(answer.response);
  }
}

/** What a log of version 1 keeps of a proposed entry. The mock would keep the proposal. */
function dsseEntry({ spec }: Message): Message {
  const envelope = JSON.parse(spec.proposedContent.envelope);
  const hashOf = (data: string | Buffer) => ({
    algorithm: 'sha256',
    value: createHash('sha256').update(data).digest('hex'),
  });
  const [verifier] = spec.proposedContent.verifiers;
  return {
    apiVersion: '0.0.1',
    kind: 'dsse',
    spec: {
      envelopeHash: hashOf(spec.proposedContent.envelope),
      payloadHash: hashOf(Buffer.from(envelope.payload, 'base64')),
      signatures: [{ signature: envelope.signatures[0].sig, verifier }],
    },
  };
}

function hashedEntry({ hashedRekordRequestV002: { digest, signature } }: Message): Message {
  const hashedRekordV002 = { data: { algorithm: 'SHA2_256', digest }, signature };
  return { apiVersion: '0.0.2', kind: 'hashedrekord', spec: { hashedRekordV002 } };
}

/** An entry as a log of version 2 answers it: without a promise, and so without a time. */
function messageOf(entries: Message): Message {
  const [entry] = Object.values(entries) as Message[];
  const { inclusionProof } = entry.verification;
  return {
    logIndex: String(entry.logIndex),
    logId: { keyId: Buffer.from(entry.logID, 'hex').toString('base64') },
    kindVersion: { kind: 'hashedrekord', version: '0.0.2' },
    integratedTime: '0',
    inclusionProof: {
      logIndex: '0',
      rootHash: Buffer.from(inclusionProof.rootHash, 'hex').toString('base64'),
      treeSize: String(inclusionProof.treeSize),
      hashes: [],
      checkpoint: { envelope: inclusionProof.checkpoint },
    },
    canonicalizedBody: entry.body,
  };
}

/** An OIDC token without a real signature: the fake authority reads only its claims. */
export function unsignedToken(claims: Readonly<Record<string, unknown>>): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part(claims)}.c2lnbmF0dXJl`;
}
