import { isLocalAddress, remoteAddress, type ServerJson, sha256 } from '@toolmark/core';

/** A remote of an entry, as far as it is compared with those of others. */
export interface RemoteClaim {
  /** The host, in lower case and ASCII; undefined where variables or the spelling leave it open. */
  readonly host: string | undefined;
  /** Of origin, path and query, which belong to one server. */
  readonly exact: string;
  /** Of origin and path, which belong to one namespace. */
  readonly place: string;
  /** Of the text as it is written: entries that were published before addresses were compared have this alone. */
  readonly written: string;
}

type Remote = NonNullable<ServerJson['remotes']>[number];

/** What a remote claims, in one form for every way to spell an address. */
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

/** Where a package is reached once it runs: the host that the entry writes out. */
export interface PackageHost {
  readonly host: string | undefined;
  readonly pointer: string;
}

/** The hosts of packages that are neither the machine of the user nor left to the user by a variable. */
export function packageHosts({ packages = [] }: ServerJson): PackageHost[] {
  return packages.flatMap(({ transport: { url } }, index): PackageHost[] => {
    if (url === undefined || url === '' || isLocalAddress(url) || /^https?:\/\/\{[^{}]*\}(?:[:/?#]|$)/i.test(url))
      return [];
    return [{ host: remoteAddress(url.replace(VARIABLE, '1'))?.host, pointer: `/packages/${index}/transport/url` }];
  });
}

const VARIABLE = /\{[^{}]*\}/g;

/**
 * Whether every value that the entry itself gives a variable in the authority keeps the address at its host: the text
 * `evil.example/` for `{tenant}` in `https://{tenant}.example.com` would not.
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
