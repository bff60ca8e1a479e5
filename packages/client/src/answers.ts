import type { Finding, Json, JsonObject } from '@toolmark/core';
import { member } from '@toolmark/core';
import type { FoundPage, Reputation, ToolAdvisory } from '@toolmark/core/registry';
import type { Advisory, AdvisorySeverity } from '@toolmark/core/sign';
import { badAnswer, type Shape, shaped, shapedList } from './shape.ts';

/**
 * The answers of a registry. The registry builds them from these types and describes them in OpenAPI; the client checks
 * the members that its callers depend on.
 */

/** `held`: stored, but visible only to its publisher until an admin has reviewed the name. */
export interface Receipt {
  readonly outcome: 'new' | 'same' | 'held';
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly toolDigest: string;
  readonly publisher: string;
  readonly publishedAt: string;
  readonly findings: readonly Finding[];
}

const OUTCOMES: readonly unknown[] = ['new', 'same', 'held'] satisfies Receipt['outcome'][];

export function parseReceipt(value: Json): Receipt {
  const names = { outcome: 'text', name: 'text', version: 'text', digest: 'text', toolDigest: 'text' } as const;
  const receipt = shaped(value, { ...names, publisher: 'text', publishedAt: 'text', findings: 'list' });
  if (!OUTCOMES.includes(member(receipt, 'outcome'))) throw badAnswer('"outcome" is not as expected');
  shapedList(member(receipt, 'findings'), { code: 'text', severity: 'text', pointer: 'text', message: 'text' });
  return receipt as unknown as Receipt;
}

const FOUND: Shape = {
  ...{ name: 'text', version: 'text', summary: 'text', publisher: 'text', status: 'text', riskLevel: 'text' },
  ...{ readOnly: 'truth', score: 'number', downloads: 'number', digest: 'text', toolDigest: 'text' },
  ...{ verification: 'object', advisories: 'list', server: 'text or nothing' },
};

export function parseFoundPage(value: Json): FoundPage {
  const page = shaped(value, { tools: 'list', nextCursor: 'text or nothing' });
  for (const tool of shapedList(member(page, 'tools'), FOUND)) checkJudged(tool);
  return page as unknown as FoundPage;
}

const STANDING: Shape = { id: 'text', severity: 'text', summary: 'text', unaffectedVersion: 'text or null' };

/** What must not be missing where a tool is shown: who signed it, and what warns of it. */
function checkJudged(tool: JsonObject): void {
  shaped(member(tool, 'verification'), { outcome: 'text' });
  shapedList(member(tool, 'advisories'), STANDING);
}

export interface ToolFacts {
  readonly name: string;
  readonly version: string;
  readonly publisher: string;
  readonly visibility: string;
  readonly held: boolean;
  readonly status: string;
  readonly reason: string | null;
  readonly digest: string;
  readonly toolDigest: string;
  readonly reputation: Reputation;
  readonly downloads: number;
  readonly registeredAt: string;
  readonly verification: JsonObject & { readonly outcome: string };
  /** Advisories that apply to the definition of this version. */
  readonly advisories: readonly ToolAdvisory[];
  /** The server whose entry defines it. */
  readonly server?: string;
}

export interface RegisteredTool {
  /** The published document; absent for a tool that a server entry defines. */
  readonly document?: JsonObject;
  /** Its definition in the entry of its server. */
  readonly definition?: JsonObject;
  readonly registry: ToolFacts;
}

const FACTS: Shape = {
  ...{ name: 'text', version: 'text', publisher: 'text', visibility: 'text', held: 'truth', status: 'text' },
  ...{ reason: 'text or null', digest: 'text', toolDigest: 'text', reputation: 'object', downloads: 'number' },
  ...{ registeredAt: 'text', verification: 'object', advisories: 'list', server: 'text or nothing' },
};

export function parseRegisteredTool(value: Json): RegisteredTool {
  const tool = shaped(value, { registry: 'object' });
  shaped(member(tool, 'document') ?? member(tool, 'definition'), {});
  const facts = shaped(member(tool, 'registry'), FACTS);
  checkJudged(facts);
  const reputation = shaped(member(facts, 'reputation'), { score: 'number', parts: 'object' });
  const parts: Shape = { author: 'number', feedback: 'number', usage: 'number', security: 'number' };
  shaped(member(reputation, 'parts'), parts);
  return tool as unknown as RegisteredTool;
}

export interface VersionFacts {
  readonly version: string;
  readonly status: string;
  readonly reason: string | null;
  readonly digest: string;
  readonly toolDigest: string;
  readonly publisher: string;
  readonly publishedAt: string;
  readonly downloads: number;
}

export interface VersionPage {
  readonly versions: readonly VersionFacts[];
  readonly nextCursor?: string;
}

export function parseVersions(value: Json): VersionPage {
  const page = shaped(value, { versions: 'list', nextCursor: 'text or nothing' });
  const shape: Shape = {
    ...{ version: 'text', status: 'text', reason: 'text or null', digest: 'text', toolDigest: 'text' },
    ...{ publisher: 'text', publishedAt: 'text', downloads: 'number' },
  };
  shapedList(page.versions, shape);
  return page as unknown as VersionPage;
}

export interface FeedbackGiven {
  /** `replaced`: earlier feedback of the same principal no longer counts. */
  readonly outcome: 'new' | 'replaced';
  readonly version: string;
  /** The review that an incident report opened or joined. */
  readonly review?: number;
}

export function parseFeedbackGiven(value: Json): FeedbackGiven {
  return shaped(value, { outcome: 'text', version: 'text' }) as unknown as FeedbackGiven;
}

export interface Review {
  readonly id: number;
  readonly tool: string;
  readonly version: string | null;
  readonly cause: string;
  readonly severity: AdvisorySeverity;
  readonly summary: string;
  readonly status: string;
  readonly openedAt: string;
  readonly decidedAt: string | null;
  readonly reason: string | null;
  /** For admins only: reporters must not fear the publisher. */
  readonly reporter?: string;
  readonly decidedBy?: string | null;
}

export interface ReviewPage {
  readonly reviews: readonly Review[];
  readonly nextCursor?: string;
}

export function parseReviewPage(value: Json): ReviewPage {
  const page = shaped(value, { reviews: 'list', nextCursor: 'text or nothing' });
  shapedList(member(page, 'reviews'), {
    ...{ id: 'number', tool: 'text', version: 'text or null', cause: 'text', severity: 'text', summary: 'text' },
    ...{ status: 'text', reporter: 'text or nothing' },
  });
  return page as unknown as ReviewPage;
}

export interface Decided {
  readonly status: string;
  /** The advisory that a confirmed review issued. */
  readonly advisory?: string;
}

export function parseDecided(value: Json): Decided {
  return shaped(value, { status: 'text', advisory: 'text or nothing' }) as unknown as Decided;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly permissions: readonly string[];
  readonly createdAt: string;
  readonly tokens: readonly {
    readonly id: string;
    readonly label: string;
    readonly createdAt: string;
    readonly expiresAt: string | null;
    readonly revokedAt: string | null;
  }[];
  readonly certificates: readonly {
    readonly fingerprint: string;
    readonly addedAt: string;
    readonly revokedAt: string | null;
  }[];
}

export function parseAccount(value: Json): Account {
  const names = { id: 'text', name: 'text', status: 'text', createdAt: 'text' } as const;
  const account = shaped(value, { ...names, permissions: 'list', tokens: 'list', certificates: 'list' });
  const times = { expiresAt: 'text or null', revokedAt: 'text or null' } as const;
  shapedList(member(account, 'tokens'), { id: 'text', label: 'text', createdAt: 'text', ...times });
  shapedList(member(account, 'certificates'), { fingerprint: 'text', addedAt: 'text', revokedAt: 'text or null' });
  return account as unknown as Account;
}

/** A repository whose CI jobs may publish. */
export interface NewTrustedPublisher {
  /** The account; that of the token by default. */
  readonly publisher?: string | undefined;
  /** As in `io.github.owner/*` or `acme_*`. */
  readonly namespace: string;
  /** As in `https://token.actions.githubusercontent.com`. */
  readonly issuer: string;
  readonly claims: {
    /** `owner/name`. */
    readonly repository: string;
    /** `owner/name/.github/workflows/FILE.yml`, with or without `@REF`. */
    readonly workflow_ref?: string | undefined;
    readonly environment?: string | undefined;
  };
}

export interface TrustedPublisher {
  readonly id: string;
  readonly publisher: string;
  readonly namespace: string;
  readonly issuer: string;
  readonly claims: { readonly repository: string; readonly workflow_ref?: string; readonly environment?: string };
  readonly createdAt: string;
  /** The numbers of the repository and its owner, since the first exchange. */
  readonly pinned: { readonly repositoryId: string; readonly ownerId: string } | null;
}

const TRUSTED: Shape = {
  ...{ id: 'text', publisher: 'text', namespace: 'text', issuer: 'text', claims: 'object', createdAt: 'text' },
};

export function parseTrustedPublisher(value: Json): TrustedPublisher {
  const parsed = shaped(value, TRUSTED);
  checkClaims(parsed);
  return parsed as unknown as TrustedPublisher;
}

export function parseTrustedPublishers(value: Json): readonly TrustedPublisher[] {
  const list = shapedList(member(shaped(value, { trustedPublishers: 'list' }), 'trustedPublishers'), TRUSTED);
  for (const one of list) checkClaims(one);
  return list as unknown as readonly TrustedPublisher[];
}

function checkClaims(value: JsonObject): void {
  const optional = { workflow_ref: 'text or nothing', environment: 'text or nothing' } as const;
  shaped(member(value, 'claims'), { repository: 'text', ...optional });
}

/** A token for a CI job. */
export interface ExchangedToken {
  readonly token: string;
  /** In seconds since 1970. */
  readonly expiresAt: number;
  readonly publisher: string;
  readonly namespaces: readonly string[];
}

export function parseExchangedToken(value: Json): ExchangedToken {
  const names = { registry_token: 'text', expires_at: 'number', publisher: 'text', namespaces: 'list' } as const;
  const answer = shaped(value, names);
  const namespaces = member(answer, 'namespaces') as readonly Json[];
  if (!namespaces.every(one => typeof one === 'string')) throw badAnswer('"namespaces" is not as expected');
  const { registry_token, expires_at, publisher } = answer;
  return { token: registry_token, expiresAt: expires_at, publisher, namespaces } as unknown as ExchangedToken;
}

/** The public part of an advisory. */
export interface AdvisoryDetails extends Omit<Advisory, 'withdrawn'> {
  readonly version?: string;
  readonly issuedAt: string;
  readonly withdrawnAt: string | null;
}

const ADVISORY: Shape = { id: 'text', severity: 'text', summary: 'text', digests: 'list', tool: 'text or nothing' };

export function parseAdvisoryDetails(value: Json): AdvisoryDetails {
  const more: Shape = { version: 'text or nothing', issuedAt: 'text', withdrawnAt: 'text or null' };
  return shaped(value, { ...ADVISORY, ...more }) as unknown as AdvisoryDetails;
}

/** The entries of the list. Its signature is not checked: guards do that, with a key that they were given. */
export function parseAdvisoryEntries(value: Json): readonly Advisory[] {
  const list = shaped(value, { advisories: 'list' });
  return shapedList(member(list, 'advisories'), ADVISORY) as unknown as readonly Advisory[];
}

export interface ToolAccess {
  readonly owner: string;
  readonly visibility: string;
  /** Publishers who see it while it is private. */
  readonly grants: readonly string[];
}

export function parseToolAccess(value: Json): ToolAccess {
  const access = shaped(value, { owner: 'text', visibility: 'text', grants: 'list' });
  const grants = member(access, 'grants');
  if (Array.isArray(grants) && grants.every(id => typeof id === 'string')) return access as unknown as ToolAccess;
  throw badAnswer('"grants" is not as expected');
}

/** A refused attempt. */
export interface SecurityEvent {
  readonly id: number;
  readonly at: string;
  readonly publisher: string;
  readonly tool: string;
  readonly version?: string;
  readonly code: string;
  readonly message: string;
}

export interface SecurityEventPage {
  readonly events: readonly SecurityEvent[];
  readonly nextCursor?: string;
}

export function parseSecurityEvents(value: Json): SecurityEventPage {
  const page = shaped(value, { events: 'list', nextCursor: 'text or nothing' });
  const texts: Shape = { at: 'text', publisher: 'text', tool: 'text', code: 'text', message: 'text' };
  shapedList(member(page, 'events'), { id: 'number', ...texts, version: 'text or nothing' });
  return page as unknown as SecurityEventPage;
}

export interface NewToken {
  readonly id: string;
  /** Shown this once. */
  readonly token: string;
}

export function parseNewToken(value: Json): NewToken {
  return shaped(value, { id: 'text', token: 'text' }) as unknown as NewToken;
}

export interface NewCertificate {
  readonly fingerprint: string;
}

export function parseNewCertificate(value: Json): NewCertificate {
  return shaped(value, { fingerprint: 'text' }) as unknown as NewCertificate;
}

export interface Me {
  readonly id: string;
  readonly permissions: readonly string[];
}

export function parseMe(value: Json): Me {
  return shaped(value, { id: 'text', permissions: 'list' }) as unknown as Me;
}

/** An entry of the MCP Registry, and what is known of it. */
export interface ServerEntry {
  readonly server: JsonObject;
  readonly _meta: JsonObject;
}

export interface ServerPage {
  readonly servers: readonly ServerEntry[];
  readonly metadata: { readonly nextCursor?: string };
}

const ENTRY: Shape = { server: 'object' };
const SERVER: Shape = { name: 'text', description: 'text', version: 'text' };

/** Also of registries that say nothing beside the entries. */
export function parseServerPage(value: Json): ServerPage {
  const page = shaped(value, { servers: 'list' });
  const servers = shapedList(member(page, 'servers'), ENTRY).map(parseServerEntry);
  const metadata = shaped(member(page, 'metadata') ?? {}, { nextCursor: 'text or nothing' });
  return { servers, metadata };
}

export function parseServerEntry(value: Json): ServerEntry {
  const entry = shaped(value, ENTRY);
  const server = shaped(member(entry, 'server'), SERVER);
  return { server, _meta: shaped(member(entry, '_meta') ?? {}, {}) };
}

/** Who signed an attestation. */
export type AttestationSigner =
  | {
      readonly kind: 'certificate';
      readonly subject: string;
      readonly fingerprint: string;
      readonly publicKeyDigest: string;
    }
  | { readonly kind: 'key'; readonly publicKeyDigest: string }
  | { readonly kind: 'identity'; readonly issuer: string; readonly subject: string };

/** What a registry says about an attestation of a server. */
export interface AttestationFacts {
  readonly digest: string;
  readonly surfaceDigest: string;
  readonly signer: AttestationSigner;
  /** When it was added, or since its signer was revoked. */
  readonly outcome: 'trusted' | 'revoked';
  /** The server. */
  readonly name: string;
  readonly version: string;
  readonly subjects: readonly { readonly name: string; readonly digest: Readonly<Record<string, string>> }[];
  readonly addedAt: string;
}

export interface Attestation extends AttestationFacts {
  /** The value of the bundle. `getAttestation` gives its bytes. */
  readonly bundle: JsonObject;
}

export interface AttestationPage {
  readonly attestations: readonly Attestation[];
  readonly nextCursor?: string;
}

const ATTESTATION: Shape = {
  ...{ digest: 'text', surfaceDigest: 'text', signer: 'object', outcome: 'text', name: 'text', version: 'text' },
  ...{ subjects: 'list', addedAt: 'text' },
};

export function parseAttestationFacts(value: Json): AttestationFacts {
  const facts = shaped(value, ATTESTATION);
  shaped(member(facts, 'signer'), { kind: 'text' });
  shapedList(member(facts, 'subjects'), { name: 'text', digest: 'object' });
  return facts as unknown as AttestationFacts;
}

export function parseAttestationPage(value: Json): AttestationPage {
  const page = shaped(value, { attestations: 'list', nextCursor: 'text or nothing' });
  for (const one of shapedList(member(page, 'attestations'), { bundle: 'object' })) parseAttestationFacts(one);
  return page as unknown as AttestationPage;
}
