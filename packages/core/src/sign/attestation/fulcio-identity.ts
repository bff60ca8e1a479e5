import { ToolmarkError } from '../../base/index.ts';
import type { Certificate } from '../certificate.ts';
import { readElement } from '../der.ts';

/** Who a certificate of a Sigstore authority names. */
export interface SigstoreIdentity {
  /** The issuer of the OIDC token, such as `https://token.actions.githubusercontent.com`. */
  readonly issuer: string;
  /** The subject alternative name: a URI or a mail address. */
  readonly subject: string;
}

/** The extensions of Sigstore's certificates, `1.3.6.1.4.1.57264.1.N`, that are texts in DER. */
export const CLAIM = {
  issuer: 8,
  buildSigner: 9,
  runner: 11,
  repository: 12,
  commit: 13,
  ref: 14,
  repositoryId: 15,
  owner: 16,
  ownerId: 17,
  buildConfig: 18,
  trigger: 20,
  run: 21,
} as const;

export type ClaimName = keyof typeof CLAIM;

/** What the certificate says of the job that asked for it. */
export type Claims = { readonly [Name in ClaimName]?: string };

const ARC = '1.3.6.1.4.1.57264.1.';
const RAW_ISSUER = `${ARC}1`;

/** Throws `bundle.identity-unreadable` where the certificate does not name exactly one issuer and one subject. */
export function identityOf(certificate: Certificate): SigstoreIdentity {
  const issuer = claimOf(certificate, 'issuer');
  const raw = contentOf(certificate, RAW_ISSUER);
  const older = raw === undefined ? undefined : printable(raw);
  if (issuer !== undefined && older !== undefined && issuer !== older) throw unreadable('it names two issuers');
  const named = issuer ?? older;
  if (named === undefined || named === '') throw unreadable('it names no issuer');
  return { issuer: named, subject: subjectOf(certificate) };
}

/** The claims that a certificate has; throws `bundle.identity-unreadable` where one is malformed. */
export function claimsOf(certificate: Certificate): Claims {
  const names = Object.keys(CLAIM) as ClaimName[];
  const claims = names.map(name => [name, claimOf(certificate, name)] as const);
  return Object.fromEntries(claims.filter(([, claim]) => claim !== undefined));
}

function claimOf(certificate: Certificate, name: ClaimName): string | undefined {
  const content = contentOf(certificate, `${ARC}${CLAIM[name]}`);
  return content === undefined ? undefined : utf8String(content);
}

/** Certificates with an extension twice were refused when they were read. */
function contentOf({ pki }: Certificate, oid: string): Uint8Array | undefined {
  return pki.extensions?.find(({ extnID }) => extnID === oid)?.extnValue.valueBlock.valueHexView;
}

const URI = 6;
const MAIL = 1;

/** More than one name would leave it to each reader which one counts. */
function subjectOf({ extensions }: Certificate): string {
  const [name, ...others] = extensions.altNames;
  if (name === undefined || others.length > 0) throw unreadable('it does not have exactly one alternative name');
  if ((name.type !== URI && name.type !== MAIL) || typeof name.value !== 'string') {
    throw unreadable('its alternative name is neither a URI nor a mail address');
  }
  if (!/^[\x21-\x7e]{1,2048}$/.test(name.value)) throw unreadable('its alternative name is not printable ASCII');
  return name.value;
}

const UTF8_STRING = 0x0c;

function utf8String(bytes: Uint8Array): string {
  const element = readElement(bytes, 0);
  if (element?.tag !== UTF8_STRING || element.end !== bytes.length) throw unreadable('a claim is not a UTF8String');
  return printable(bytes.subarray(element.start, element.end));
}

/** Issuers, addresses, refs and numbers: nothing that could be shown as something else. */
function printable(bytes: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(bytes);
  if (!/^[\x20-\x7e]{0,2048}$/.test(text)) throw unreadable('a claim is not printable ASCII');
  return text;
}

function unreadable(reason: string): ToolmarkError {
  return new ToolmarkError(
    'bundle.identity-unreadable',
    `The certificate does not name a Sigstore identity: ${reason}.`,
  );
}

/**
 * Whether an identity is the expected one, letter by letter. No regular expressions: the subject of a workflow may end
 * in `@refs/tags/*` or `@refs/heads/*` to leave open which tag or branch it ran for.
 */
export function isIdentity(identity: SigstoreIdentity, expected: SigstoreIdentity): boolean {
  return identity.issuer === expected.issuer && isSubject(identity.subject, expected.subject);
}

function isSubject(subject: string, expected: string): boolean {
  if (!/@refs\/(tags|heads)\/\*$/.test(expected)) return subject === expected;
  const prefix = expected.slice(0, -1);
  return subject.startsWith(prefix) && subject.length > prefix.length;
}
