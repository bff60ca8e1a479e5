import { quoteInert, ToolmarkError } from '../../base/index.ts';
import { isServerName } from './server-rules.ts';

/** The namespaces of bare catalog names in the MCP Registry. */
export const NAMESPACES = { toolhive: 'io.github.stacklok/', docker: 'io.github.docker/' } as const;

/** The full name: one with a slash is left as it is. */
export function fullName(name: string, catalog: keyof typeof NAMESPACES): string {
  return name.includes('/') ? name : `${NAMESPACES[catalog]}${name}`;
}

export function bareName(name: string, catalog: keyof typeof NAMESPACES): string {
  return name.startsWith(NAMESPACES[catalog]) ? name.slice(NAMESPACES[catalog].length) : name;
}

/** Entries are never renamed: the name is what clients know a server by. */
export function refuseServerName(name: string): void {
  if (isServerName(name)) return;
  throw new ToolmarkError(
    'convert.name-refused',
    `${quoteInert(name, 210)} is not a name the MCP Registry allows, such as com.example/weather. Give another one with --name.`,
  );
}

/** A name for an entry that has none: the last part of its image, or its host. */
export function derivedName(imageOrUrl: string): string {
  const [, host] = /^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(imageOrUrl) ?? [];
  const last = imageOrUrl.split('@')[0]?.split('/').at(-1)?.split(':')[0];
  return host ?? last ?? '';
}
