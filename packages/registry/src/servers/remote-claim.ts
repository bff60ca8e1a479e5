import { remoteAddress, sha256 } from '@toolmark/core';
import { isLocalAddress, type ServerJson } from '@toolmark/core/formats';

/** The comparable parts of a remote. */
export interface RemoteClaim {
  /** The host in lower-case ASCII; undefined where variables or the spelling leave it open. */
  readonly host: string | undefined;
  /** Digest of origin, path and query, which belong to one server. */
  readonly exact: string;
  /** Digest of origin and path, which belong to one namespace. */
  readonly place: string;
  /** Digest of the text as written: the only one that old entries have. */
  readonly written: string;
}

type Remote = NonNullable<ServerJson['remotes']>[number];

/** Normalises every spelling of an address to one claim. */
export function remoteClaim({ url, variables }: Remote): RemoteClaim {
  const filled = url.replace(VARIABLE, 'x');
  const address = remoteAddress(filled);
  const text = address?.text ?? url;
  const query = address === undefined ? '' : new URL(filled).search;
  return {
    host: address !== undefined && staysAtHost(url, variables) ? address.host : undefined,
    exact: sha256(`exact ${text}${query}`),
    place: sha256(`place ${text}`),
    written: sha256(new TextEncoder().encode(url)),
  };
}

/** The host in the transport URL of a package. */
export interface PackageHost {
  readonly host: string | undefined;
  readonly pointer: string;
}

/** Package hosts that are neither the user's machine nor a variable for the user to fill. */
export function packageHosts({ packages = [] }: ServerJson): PackageHost[] {
  return packages.flatMap(({ transport: { url } }, index): PackageHost[] => {
    if (url === undefined || url === '' || isLocalAddress(url) || /^https?:\/\/\{[^{}]*\}(?:[:/?#]|$)/i.test(url))
      return [];
    return [{ host: remoteAddress(url.replace(VARIABLE, '1'))?.host, pointer: `/packages/${index}/transport/url` }];
  });
}

const VARIABLE = /\{[^{}]*\}/g;

/**
 * Whether every preset value of a variable in the authority keeps the address on its host: `evil.example/` for `{tenant}`
 * in `https://{tenant}.example.com` would not.
 */
function staysAtHost(url: string, variables: unknown): boolean {
  const [, authority = ''] = /^[^:]*:[\\/]*([^\\/?#]*)/.exec(url) ?? [];
  const names = [...authority.matchAll(VARIABLE)].map(([name]) => name.slice(1, -1));
  return names.every(name => valuesOf(variables, name).every(value => /^[a-z0-9-]*$/i.test(value)));
}

function valuesOf(variables: unknown, name: string): string[] {
  const given = isRecord(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (!isRecord(given)) return [];
  const { default: preset, value, choices } = given;
  return [preset, value, ...(Array.isArray(choices) ? choices : [])].filter(text => typeof text === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
