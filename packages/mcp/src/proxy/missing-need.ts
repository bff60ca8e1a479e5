import { inert, isJsonObject, member } from '@toolmark/core';
import type { ListName } from '../connect/list-kinds.ts';
import type { Offered } from './catalogue.ts';
import { metaOf } from './json-rpc.ts';
import { CAPABILITIES } from './rebuild-params.ts';
import type { Session } from './session.ts';

/** The sentence that says why a server does not list an item to this client, where the lock knows what the client lacks. */
export function missingNeed(
  session: Session,
  list: ListName,
  { server, id }: Pick<Offered, 'server' | 'id'>,
): string | undefined {
  const { needs = [] } = session.guard.catalogue.shelf(list).of(server, id)?.locked ?? {};
  const declared = declaredTo(session);
  const lacking = needs.filter(name => !declared.has(name));
  if (lacking.length === 0) return undefined;
  const extensions = lacking.filter(name => name.includes('/'));
  const why = extensions.length > 0 ? 'the guard passes on no extensions' : 'this client does not';
  return `The server shows it only to clients that declare ${inert(lacking.join(', '))}, and ${why}.`;
}

/** What servers learn of this client. */
function declaredTo({ clientCapabilities, ownMeta }: Session): Set<string> {
  const own = ownMeta === undefined ? undefined : member(metaOf({ _meta: ownMeta }), CAPABILITIES);
  return new Set(Object.keys(own !== undefined && isJsonObject(own) ? own : clientCapabilities));
}
