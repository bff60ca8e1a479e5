import { type AttributeTypeAndValue, type GeneralName, type GeneralSubtree, RelativeDistinguishedNames } from 'pkijs';
import type { Finding } from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { fault, nameOf } from './fault.ts';
import type { Path } from './find-paths.ts';

/**
 * Name constraints by RFC 5280, 4.2.1.10, for every certificate below the one that sets them. The check in pkijs is
 * not relied on: it lets a lower CA widen what a higher one permitted, is content when one of many names is permitted,
 * skips the root's own constraints, directory names among the alternatives, and mail addresses in the subject.
 */
export function checkNameConstraints(path: Path): Finding[] {
  return path.flatMap((authority, depth) => {
    const constraints = authority.extensions.nameConstraints;
    if (constraints === undefined) return [];
    const permitted = constraints.permittedSubtrees ?? [];
    const excluded = constraints.excludedSubtrees ?? [];
    if (![...permitted, ...excluded].every(isSupported)) {
      return [broken(`${nameOf(authority)} constrains names of a kind that cannot be checked.`)];
    }
    return path
      .slice(0, depth)
      .filter((certificate, index) => index === 0 || !isSelfIssued(certificate))
      .flatMap(certificate => judge(certificate, authority, permitted, excluded));
  });
}

export function isSelfIssued({ pki }: Certificate): boolean {
  return pki.subject.isEqual(pki.issuer);
}

const TYPES = { mail: 1, dns: 2, directory: 4, uri: 6, ip: 7 } as const;
const SUPPORTED: ReadonlySet<number> = new Set(Object.values(TYPES));

/** RFC 5280 asks for minimum 0 and no maximum. */
function isSupported({ base, minimum, maximum }: GeneralSubtree): boolean {
  return SUPPORTED.has(base.type) && minimum === 0 && maximum === undefined;
}

function judge(
  certificate: Certificate,
  authority: Certificate,
  permitted: readonly GeneralSubtree[],
  excluded: readonly GeneralSubtree[],
): Finding[] {
  const isPermitted = (name: Name): boolean => {
    const same = permitted.filter(({ base }) => base.type === name.type);
    return same.length === 0 || same.some(({ base }) => matches(name, base) === true);
  };
  // A name that cannot be compared is taken for an excluded one.
  const isExcluded = (name: Name): boolean =>
    excluded.some(({ base }) => base.type === name.type && matches(name, base) !== false);
  if (namesOf(certificate).every(name => isPermitted(name) && !isExcluded(name))) return [];
  return [broken(`${nameOf(authority)} is not allowed to issue for the names in ${nameOf(certificate)}.`)];
}

interface Name {
  readonly type: number;
  readonly value: unknown;
}

const MAIL_IN_SUBJECT = '1.2.840.113549.1.9.1';

function namesOf({ pki, extensions }: Certificate): Name[] {
  const attributes = pki.subject.typesAndValues;
  const mails = attributes.filter(({ type }) => type === MAIL_IN_SUBJECT).map(textOf);
  return [
    ...(attributes.length > 0 ? [{ type: TYPES.directory, value: pki.subject }] : []),
    ...mails.map(value => ({ type: TYPES.mail, value })),
    ...extensions.altNames.map(({ type, value }) => ({ type, value })),
  ];
}

function textOf({ value }: AttributeTypeAndValue): unknown {
  return value.valueBlock.value;
}

/** Undefined when the two cannot be compared. */
function matches(name: Name, base: GeneralName): boolean | undefined {
  const constraint: unknown = base.value;
  if (name.type === TYPES.directory) return isBelowDirectory(name.value, constraint);
  if (name.type === TYPES.ip) return isInNetwork(bytesOf(name.value), bytesOf(constraint));
  if (typeof name.value !== 'string' || typeof constraint !== 'string') return undefined;
  if (name.type === TYPES.dns) return isBelowHost(name.value, constraint);
  if (name.type === TYPES.mail) return matchesMail(name.value, constraint);
  return matchesUri(name.value, constraint);
}

/** Below `example.org` are itself and all its subdomains; the empty constraint holds every host. */
function isBelowHost(host: string, constraint: string): boolean {
  const [name, base] = [host.toLowerCase(), constraint.toLowerCase().replace(/^\./, '')];
  if (base === '') return true;
  return name.endsWith(`.${base}`) || (name === base && !constraint.startsWith('.'));
}

/** For mail and URIs a host means that host alone, and `.example.org` the hosts below it. */
function isExactlyHost(host: string, constraint: string): boolean {
  return constraint.startsWith('.') ? isBelowHost(host, constraint) : host.toLowerCase() === constraint.toLowerCase();
}

function matchesMail(address: string, constraint: string): boolean | undefined {
  const at = address.lastIndexOf('@');
  if (at < 1) return undefined;
  const [local, host] = [address.slice(0, at), address.slice(at + 1)];
  const mark = constraint.lastIndexOf('@');
  if (mark < 0) return isExactlyHost(host, constraint);
  return local === constraint.slice(0, mark) && host.toLowerCase() === constraint.slice(mark + 1).toLowerCase();
}

function matchesUri(uri: string, constraint: string): boolean | undefined {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([a-z0-9.-]+)(?::\d*)?(?:[/?#]|$)/i.exec(uri)?.[1];
  return host === undefined ? undefined : isExactlyHost(host, constraint);
}

function isInNetwork(address: Uint8Array | undefined, network: Uint8Array | undefined): boolean | undefined {
  if (address === undefined || network === undefined) return undefined;
  const { length } = address;
  if (network.length !== 2 * length) return false;
  return address.every((byte, i) => ((byte ^ (network[i] ?? 0)) & (network[length + i] ?? 0)) === 0);
}

/** A name lies below another when it starts with it. */
function isBelowDirectory(name: unknown, base: unknown): boolean | undefined {
  if (!(name instanceof RelativeDistinguishedNames) || !(base instanceof RelativeDistinguishedNames)) return undefined;
  return base.typesAndValues.every((part, i) => name.typesAndValues[i]?.isEqual(part) === true);
}

function bytesOf(value: unknown): Uint8Array | undefined {
  const block: unknown = isRecord(value) ? value.valueBlock : undefined;
  const bytes: unknown = isRecord(block) ? block.valueHexView : undefined;
  return bytes instanceof Uint8Array ? bytes : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function broken(message: string): Finding {
  return fault('certificate.name-constraints', message);
}
