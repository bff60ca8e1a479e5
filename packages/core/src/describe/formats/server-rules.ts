/** The rules that the official registry adds to its schema, and the words it knows (docs/spec/interop.md). */
export const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

export const SERVER_LIMITS = {
  minName: 3,
  maxName: 200,
  maxDescription: 100,
  maxTitle: 100,
  maxVersion: 255,
  maxIconUrl: 255,
  maxStatusMessage: 500,
  /** Bytes of publisher-provided data: what the official registry takes, and what ToolHive's does. */
  officialExtension: 4096,
  toolhiveExtension: 262_144,
} as const;

export const SERVER_STATUSES = ['active', 'deprecated', 'deleted'] as const;
export type ServerStatus = (typeof SERVER_STATUSES)[number];

const HALF = { namespace: /^[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]$/, name: /^[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]$/ };

/** Reverse-DNS namespace, one slash, name: the identity by which clients know a server. */
export function isServerName(name: string): boolean {
  if (name.length < SERVER_LIMITS.minName || name.length > SERVER_LIMITS.maxName) return false;
  const [namespace = '', own = '', ...rest] = name.split('/');
  return rest.length === 0 && HALF.namespace.test(namespace) && HALF.name.test(own);
}

/** One version and not a range of them, nor the word for the newest. */
export function isServerVersion(version: string): boolean {
  if (version === '' || version === 'latest' || version.length > SERVER_LIMITS.maxVersion) return false;
  return !isRange(version);
}

function isRange(version: string): boolean {
  if (/^\s*(?:[\^~<>=])/.test(version) || version.includes('||') || version.includes(' - ')) return true;
  return /^v?\d{1,99}(?:\.\d{1,99})?\.[xX*]$/.test(version) || /^[xX*]$/.test(version);
}

/** An absolute address as RFC 3986 writes it; others would fail the published schema. */
export function isUri(text: string): boolean {
  return text.length <= 2048 && URI.test(text);
}

const URI =
  /^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/(?:[A-Za-z0-9._~:@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9._~:@!$&'()*+,;=/-]|%[0-9A-Fa-f]{2})*)?(?:\?(?:[A-Za-z0-9._~:@!$&'()*+,;=/?-]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9._~:@!$&'()*+,;=/?-]|%[0-9A-Fa-f]{2})*)?$/;
