import type { Principal } from './principal.ts';

/**
 * Whether one of these names, separated by spaces, covers a name: `io.github.owner/*` covers every server below it,
 * `io.github.owner/weather` that one, `acme_*` every tool document whose name begins so. Case matters.
 */
export function covers(namespace: string | undefined, name: string): boolean {
  return namespacesIn(namespace).some(one => coversOne(one, name));
}

function coversOne(namespace: string, name: string): boolean {
  if (isToolNamespace(namespace) !== isToolNamespace(name)) return false;
  const [, start] = /^(.+\/|[^/]+)\*$/.exec(namespace) ?? [];
  return start === undefined ? namespace === name : name.startsWith(start);
}

export function namespacesIn(namespace: string | undefined): readonly string[] {
  return namespace === undefined ? [] : namespace.split(' ').filter(one => one !== '');
}

/** Names of servers have a slash, names of tool documents have none. */
export function isToolNamespace(namespace: string): boolean {
  return !namespace.includes('/');
}

/** Whether a namespace is well-formed: a server, all servers of an owner, a tool document, or a prefix of at least three letters. */
export function isNamespace(namespace: string): boolean {
  return namespace.length <= 200 && (SERVERS.test(namespace) || TOOLS.test(namespace));
}

const SERVERS = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\/(?:\*|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)$/;
const TOOLS = /^[A-Za-z0-9_.-]{3,128}\*?$/;

/** Whether everything that `inner` covers is covered. */
export function coversNamespace(namespace: string | undefined, inner: string): boolean {
  return namespacesIn(namespace).some(one => one === inner || (one.endsWith('*') && coversOne(one, inner)));
}

/** Whether a bound token is for some tool documents. */
export function mayPublishTools({ namespace, permissions }: Principal): boolean {
  const isAllowed = permissions.some(permission => permission !== 'feedback');
  return isAllowed && namespacesIn(namespace).some(isToolNamespace);
}
