interface UriParts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/**
 * Resolves a reference against a base (RFC 3986, section 5.2). The base may be empty or relative, and identifiers are
 * compared as strings, so `URL` cannot be used: it normalizes them and needs an absolute base.
 */
export function resolveUri(base: string, reference: string): string {
  const to = parts(reference);
  if (to.scheme !== undefined) return join({ ...to, path: withoutDots(to.path) });
  const from = parts(base);
  const { scheme } = from;
  if (to.authority !== undefined) return join({ ...to, scheme, path: withoutDots(to.path) });
  const { authority } = from;
  if (to.path === '') return join({ ...from, query: to.query ?? from.query, fragment: to.fragment });
  return join({ ...to, scheme, authority, path: withoutDots(merge(from, to.path)) });
}

/** Splits a URI at its fragment. */
export function splitFragment(uri: string): { readonly document: string; readonly fragment: string } {
  const hash = uri.indexOf('#');
  if (hash < 0) return { document: uri, fragment: '' };
  return { document: uri.slice(0, hash), fragment: uri.slice(hash + 1) };
}

/** The decoded fragment, or undefined if its escapes are invalid. */
export function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

function parts(uri: string): UriParts {
  const [, scheme, authority, path = '', query, fragment] = PARTS.exec(uri) ?? [];
  return { scheme, authority, path, query, fragment };
}

function merge(base: UriParts, path: string): string {
  if (path.startsWith('/')) return path;
  if (base.authority !== undefined && base.path === '') return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf('/') + 1) + path;
}

function withoutDots(path: string): string {
  if (!path.includes('.')) return path;
  const kept: string[] = [];
  const segments = path.split('/');
  const isAbsolute = path.startsWith('/');
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '..' && kept.length > (isAbsolute ? 1 : 0)) kept.pop();
    if (segment !== '.' && segment !== '..') kept.push(segment);
    else if (isLast) kept.push('');
  }
  return kept.join('/');
}

function join({ scheme, authority, path, query, fragment }: UriParts): string {
  return [
    scheme === undefined ? '' : `${scheme}:`,
    authority === undefined ? '' : `//${authority}`,
    path,
    query === undefined ? '' : `?${query}`,
    fragment === undefined ? '' : `#${fragment}`,
  ].join('');
}
