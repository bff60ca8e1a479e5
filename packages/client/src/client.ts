import { type Json, type JsonObject, readJson, ToolmarkError } from '@toolmark/core';
import type { FeedbackType, FoundPage, FoundTool } from '@toolmark/core/registry';
import { type Advisory, MAX_ADVISORIES_BYTES } from '@toolmark/core/sign';
import { allPages } from './all-pages.ts';
import {
  type Account,
  type AdvisoryDetails,
  type AttestationFacts,
  type AttestationPage,
  type Decided,
  type ExchangedToken,
  type FeedbackGiven,
  type Me,
  type NewCertificate,
  type NewToken,
  type NewTrustedPublisher,
  parseAccount,
  parseAdvisoryDetails,
  parseAdvisoryEntries,
  parseAttestationFacts,
  parseAttestationPage,
  parseDecided,
  parseExchangedToken,
  parseFeedbackGiven,
  parseFoundPage,
  parseMe,
  parseNewCertificate,
  parseNewToken,
  parseReceipt,
  parseRegisteredTool,
  parseReviewPage,
  parseSecurityEvents,
  parseServerEntry,
  parseServerPage,
  parseToolAccess,
  parseTrustedPublisher,
  parseTrustedPublishers,
  parseVersions,
  type Receipt,
  type RegisteredTool,
  type ReviewPage,
  type SecurityEventPage,
  type ServerEntry,
  type ToolAccess,
  type TrustedPublisher,
  type VersionFacts,
} from './answers.ts';
import {
  type AttestationQuery,
  parameters,
  type ReviewQuery,
  type SearchQuery,
  type ServerQuery,
  searchParameters,
} from './queries.ts';
import { registryAddress } from './registry-address.ts';
import { type Channel, type Fetch, type Request, send } from './send.ts';
import { badAnswer, shaped } from './shape.ts';

export interface ClientOptions {
  /** As in `https://registry.example`. */
  readonly url: string;
  /** Sent only over https or to this machine. */
  readonly token?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** Time limit for one answer. */
  readonly timeoutMs?: number | undefined;
}

export interface PublishOptions {
  /** Visibility of a new tool; an existing tool keeps its own. */
  readonly visibility?: 'public' | 'private' | undefined;
  /** Check only; change nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface Feedback {
  readonly type: FeedbackType;
  /** The version served by default when none is given. */
  readonly version?: string | undefined;
  readonly details?: JsonObject | undefined;
}

/** Every operation of a registry. Each throws `ToolmarkError` with the code of the registry, or `registry.*`. */
export interface Client {
  publish(document: Uint8Array, options?: PublishOptions): Promise<Receipt>;
  search(query?: SearchQuery): Promise<FoundPage>;
  /** Reads pages on demand. */
  searchAll(query?: SearchQuery): AsyncIterable<FoundTool>;
  /** Without a version, the one served by default. */
  getTool(name: string, version?: string): Promise<RegisteredTool>;
  listVersions(name: string): Promise<readonly VersionFacts[]>;
  /** The published bytes. */
  getDocument(name: string, version: string): Promise<Uint8Array>;
  feedback(name: string, given: Feedback): Promise<FeedbackGiven>;
  setStatus(name: string, version: string, change: { readonly status: string; readonly reason: string }): Promise<void>;
  reviews(query?: ReviewQuery): Promise<ReviewPage>;
  decideReview(
    id: number,
    given: { readonly decision: 'confirm' | 'dismiss'; readonly reason: string },
  ): Promise<Decided>;
  /** The signed list; verify it with `verifyAdvisories` of `@toolmark/core`. */
  advisories(): Promise<Uint8Array>;
  /** The entries of that list, without verifying its signature. */
  listAdvisories(): Promise<readonly Advisory[]>;
  getAdvisory(id: string): Promise<AdvisoryDetails>;
  withdrawAdvisory(id: string, reason: string): Promise<void>;
  /** Refused attempts, newest first. For admins. */
  securityEvents(page?: {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  }): Promise<SecurityEventPage>;
  setVisibility(name: string, visibility: 'public' | 'private'): Promise<void>;
  /** Who sees a tool. For its owner and admins. */
  listGrants(name: string): Promise<ToolAccess>;
  /** Lets another publisher see a private tool. */
  grant(name: string, publisher: string): Promise<void>;
  ungrant(name: string, publisher: string): Promise<void>;
  /** Transfers a tool to another publisher. For admins. */
  transfer(name: string, publisher: string): Promise<void>;
  createPublisher(given: {
    readonly id: string;
    readonly name: string;
    readonly permissions?: readonly string[] | undefined;
  }): Promise<Account>;
  getPublisher(id: string): Promise<Account>;
  changePublisher(
    id: string,
    change: { readonly status?: string | undefined; readonly permissions?: readonly string[] | undefined },
  ): Promise<Account>;
  createToken(
    publisher: string,
    given: { readonly label: string; readonly namespace?: string | undefined; readonly expiresAt?: string | undefined },
  ): Promise<NewToken>;
  revokeToken(publisher: string, id: string): Promise<void>;
  addCertificate(publisher: string, pem: string): Promise<NewCertificate>;
  revokeCertificate(publisher: string, fingerprint: string): Promise<void>;
  /** Lets CI jobs of a repository publish in a namespace. Adding the same again changes nothing. */
  addTrustedPublisher(given: NewTrustedPublisher): Promise<TrustedPublisher>;
  /** Those of an account, the token's by default; all for an admin's token. */
  listTrustedPublishers(publisher?: string): Promise<readonly TrustedPublisher[]>;
  removeTrustedPublisher(id: string): Promise<void>;
  /** Exchanges the OIDC token of a CI job. Needs no token; `publisher` names the account where several trust the job. */
  exchangeIdToken(idToken: string, publisher?: string): Promise<ExchangedToken>;
  me(): Promise<Me>;
  /** Publishes a `server.json` unchanged. */
  publishServer(entry: Uint8Array): Promise<ServerEntry>;
  /** Entries by name and version, from this or any other MCP Registry. */
  listServers(query?: ServerQuery): AsyncIterable<ServerEntry>;
  /** `latest` by default. */
  getServer(name: string, version?: string): Promise<ServerEntry>;
  /** Adds a Sigstore bundle about a package or remote of a version. */
  addAttestation(name: string, version: string, bundle: Uint8Array): Promise<AttestationFacts>;
  /** Those of one version, `latest` by default. The registry's verdict proves nothing: verify the bundles. */
  listAttestations(name: string, version?: string): Promise<AttestationPage>;
  findAttestations(query: AttestationQuery): Promise<AttestationPage>;
  /** The bytes of a bundle, which have this digest. */
  getAttestation(digest: string): Promise<Uint8Array>;
}

/** A client of one registry. Creating it sends nothing. */
export function createClient(options: ClientOptions): Client {
  const channel = openChannel(options);
  const ask = (request: ApiRequest): Promise<Json> => requestJson(channel, request);
  const done = async (request: ApiRequest): Promise<void> => void shaped(await ask(request), {});
  const search = async (query: SearchQuery = {}): Promise<FoundPage> =>
    parseFoundPage(await ask({ path: TOOLS, query: searchParameters(query) }));
  const account = (id: string, ...rest: string[]) => [...PUBLISHERS, id, ...rest];
  return {
    publish: async (document, { visibility, dryRun } = {}) => {
      const query = parameters([
        ['visibility', visibility],
        ['dry_run', dryRun],
      ]);
      return parseReceipt(await ask({ method: 'POST', path: TOOLS, query, body: document }));
    },
    search,
    searchAll: query => allFound(search, query),
    getTool: async (name, version) => {
      const path = version === undefined ? [...TOOLS, name] : [...TOOLS, name, 'versions', version];
      return parseRegisteredTool(await ask({ path }));
    },
    listVersions: name => allVersions(ask, [...TOOLS, name, 'versions']),
    getDocument: async (name, version) => {
      const path = [...TOOLS, name, 'versions', version, 'document'];
      return await send(channel, { path, maxBytes: MAX_ANSWER_BYTES });
    },
    feedback: async (name, given) =>
      parseFeedbackGiven(await ask({ method: 'POST', path: [...TOOLS, name, 'feedback'], body: given })),
    setStatus: (name, version, change) =>
      done({ method: 'POST', path: [...TOOLS, name, 'versions', version, 'status'], body: change }),
    reviews: async ({ status, limit, cursor } = {}) => {
      const query = parameters([
        ['status', status],
        ['limit', limit],
        ['cursor', cursor],
      ]);
      return parseReviewPage(await ask({ path: REVIEWS, query }));
    },
    decideReview: async (id, given) =>
      parseDecided(await ask({ method: 'POST', path: [...REVIEWS, String(id)], body: given })),
    advisories: () => send(channel, { path: ADVISORIES, maxBytes: MAX_ADVISORIES_BYTES }),
    listAdvisories: async () => parseAdvisoryEntries(await ask({ path: ADVISORIES, maxBytes: MAX_ADVISORIES_BYTES })),
    getAdvisory: async id => parseAdvisoryDetails(await ask({ path: [...ADVISORIES, id] })),
    withdrawAdvisory: (id, reason) => done({ method: 'POST', path: [...ADVISORIES, id, 'withdraw'], body: { reason } }),
    securityEvents: async ({ limit, cursor } = {}) => {
      const query = parameters([
        ['limit', limit],
        ['cursor', cursor],
      ]);
      return parseSecurityEvents(await ask({ path: ['api', 'v1', 'security-events'], query }));
    },
    setVisibility: (name, visibility) =>
      done({ method: 'POST', path: [...TOOLS, name, 'visibility'], body: { visibility } }),
    listGrants: async name => parseToolAccess(await ask({ path: [...TOOLS, name, 'grants'] })),
    grant: (name, publisher) => done({ method: 'PUT', path: [...TOOLS, name, 'grants', publisher] }),
    ungrant: (name, publisher) => done({ method: 'DELETE', path: [...TOOLS, name, 'grants', publisher] }),
    transfer: (name, to) => done({ method: 'POST', path: [...TOOLS, name, 'transfer'], body: { to } }),
    createPublisher: async given => parseAccount(await ask({ method: 'POST', path: PUBLISHERS, body: given })),
    getPublisher: async id => parseAccount(await ask({ path: account(id) })),
    changePublisher: async (id, change) =>
      parseAccount(await ask({ method: 'PATCH', path: account(id), body: change })),
    createToken: async (publisher, { label, namespace, expiresAt }) => {
      const body = { label, namespace, expires_at: expiresAt };
      return parseNewToken(await ask({ method: 'POST', path: account(publisher, 'tokens'), body }));
    },
    revokeToken: (publisher, id) => done({ method: 'DELETE', path: account(publisher, 'tokens', id) }),
    addCertificate: async (publisher, certificate) => {
      const path = account(publisher, 'certificates');
      return parseNewCertificate(await ask({ method: 'POST', path, body: { certificate } }));
    },
    revokeCertificate: (publisher, fingerprint) =>
      done({ method: 'DELETE', path: account(publisher, 'certificates', fingerprint) }),
    addTrustedPublisher: async given => parseTrustedPublisher(await ask({ method: 'PUT', path: TRUSTED, body: given })),
    listTrustedPublishers: async publisher =>
      parseTrustedPublishers(await ask({ path: TRUSTED, query: parameters([['publisher', publisher]]) })),
    removeTrustedPublisher: id => done({ method: 'DELETE', path: [...TRUSTED, id] }),
    exchangeIdToken: async (idToken, publisher) => {
      // The body is as secret as a token in the header.
      registryAddress(options.url, true);
      const body = { oidc_token: idToken, publisher };
      return parseExchangedToken(await ask({ method: 'POST', path: ['v0.1', 'auth', 'oidc'], body }));
    },
    me: async () => parseMe(await ask({ path: ['api', 'v1', 'me'] })),
    publishServer: async entry =>
      parseServerEntry(await ask({ method: 'POST', path: ['v0.1', 'publish'], body: entry })),
    listServers: query => allServers(ask, query),
    getServer: async (name, version = 'latest') =>
      parseServerEntry(await ask({ path: [...SERVERS, name, 'versions', version] })),
    addAttestation: async (name, version, bundle) =>
      parseAttestationFacts(await ask({ method: 'PUT', path: attestationsOf(name, version), body: bundle })),
    listAttestations: async (name, version = 'latest') =>
      parseAttestationPage(await ask({ path: attestationsOf(name, version), maxBytes: MAX_BUNDLES_BYTES })),
    findAttestations: async ({ surface, package: name, digest, limit, cursor }) => {
      const query = parameters([
        ...([
          ['surface', surface],
          ['package', name],
          ['digest', digest],
          ['limit', limit],
          ['cursor', cursor],
        ] as const),
      ]);
      return parseAttestationPage(await ask({ path: ATTESTATIONS, query, maxBytes: MAX_BUNDLES_BYTES }));
    },
    getAttestation: async digest => {
      const bytes = await send(channel, { path: [...ATTESTATIONS, digest], maxBytes: MAX_BUNDLE_BYTES });
      if ((await digestOf(bytes)) === digest) return bytes;
      throw badAnswer('the bundle does not have the digest');
    },
  };
}

const TOOLS = ['api', 'v1', 'tools'];
const REVIEWS = ['api', 'v1', 'reviews'];
const ADVISORIES = ['api', 'v1', 'advisories'];
const SERVERS = ['v0.1', 'servers'];
const PUBLISHERS = ['api', 'v1', 'publishers'];
const TRUSTED = ['api', 'v1', 'trusted-publishers'];
const ATTESTATIONS = ['api', 'v1', 'attestations'];

function attestationsOf(name: string, version: string): readonly string[] {
  return [...SERVERS, name, 'versions', version, 'attestations'];
}

/** With the cryptography that browsers have too. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
  return `sha256:${[...digest].map(byte => byte.toString(16).padStart(2, '0')).join('')}`;
}

const MAX_BUNDLE_BYTES = 1024 * 1024;
/** Twenty bundles, which is the most of one version, and what is known about them. */
const MAX_BUNDLES_BYTES = 24 * MAX_BUNDLE_BYTES;

/** Room for a page of server entries, a hundred tools, or one document of the largest size. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

const DEFAULT_TIMEOUT_MS = 30_000;

function openChannel({ url, token, fetch: given, timeoutMs = DEFAULT_TIMEOUT_MS }: ClientOptions): Channel {
  if (token !== undefined && !/^[\x21-\x7e]{1,256}$/.test(token)) {
    throw new ToolmarkError(
      'registry.bad-token',
      'Not a valid token: a token has 1 to 256 visible ASCII characters without spaces.',
    );
  }
  const base = registryAddress(url, token !== undefined);
  return { base, token, timeoutMs, fetch: given ?? ((target, init) => fetch(target, init)) };
}

interface ApiRequest extends Omit<Request, 'body' | 'maxBytes'> {
  /** Raw bytes, or an object to send as JSON. */
  readonly body?: Uint8Array | object;
  readonly maxBytes?: number;
}

async function requestJson(channel: Channel, { body, ...request }: ApiRequest): Promise<Json> {
  const bytes = body === undefined || body instanceof Uint8Array ? body : encode(body);
  const answer = await send(channel, {
    maxBytes: MAX_ANSWER_BYTES,
    ...request,
    ...(bytes === undefined ? {} : { body: bytes }),
  });
  try {
    return readJson(answer);
  } catch (error) {
    if (error instanceof ToolmarkError) throw badAnswer(error.message);
    throw error;
  }
}

function encode(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}

function allFound(search: Client['search'], query: SearchQuery = {}): AsyncIterable<FoundTool> {
  const read = async (cursor: string | undefined) => {
    const { tools, nextCursor } = await search({ ...query, cursor });
    return { items: tools, next: nextCursor };
  };
  return allPages(read, query.cursor);
}

/** More pages of one tool than any honest registry has. */
const MAX_PAGES = 100;
/** All pages are kept in memory, so each is limited to a hundred versions with their reasons. */
const MAX_VERSIONS_BYTES = 1024 * 1024;

async function allVersions(
  ask: (request: ApiRequest) => Promise<Json>,
  path: readonly string[],
): Promise<readonly VersionFacts[]> {
  const all: VersionFacts[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = parameters([['cursor', cursor]]);
    const { versions, nextCursor } = parseVersions(await ask({ path, query, maxBytes: MAX_VERSIONS_BYTES }));
    for (const version of versions) all.push(version);
    if (nextCursor === undefined) return all;
    cursor = nextCursor;
  }
  throw badAnswer('its list of versions never ends');
}

function allServers(ask: (request: ApiRequest) => Promise<Json>, given: ServerQuery = {}): AsyncIterable<ServerEntry> {
  const { search, version, signed, limit } = given;
  const read = async (cursor: string | undefined) => {
    const query = parameters([
      ...([
        ['search', search],
        ['version', version],
        ['signed', signed],
        ['limit', limit],
        ['cursor', cursor],
      ] as const),
    ]);
    const { servers, metadata } = parseServerPage(await ask({ path: SERVERS, query }));
    return { items: servers, next: metadata.nextCursor };
  };
  return allPages(read, given.cursor);
}
