import { inert, isJsonObject, member } from '@toolmark/core';
import type { ListName } from '@toolmark/core/formats';
import type { Offered } from '../catalogue.ts';
import { CAPABILITIES } from '../decide/rebuild-params.ts';
import { metaOf } from '../json-rpc.ts';
import type { Session } from '../session.ts';

/** Why a server does not list an item for this client: the lock names capabilities that the client lacks. */
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
  const why = extensions.length > 0 ? 'the guard forwards no extensions' : 'this client does not';
  return `The server lists it only for clients that declare ${inert(lacking.join(', '))}, and ${why}.`;
}

/** The capabilities that servers see. */
function declaredTo({ clientCapabilities, ownMeta }: Session): Set<string> {
  const own = ownMeta === undefined ? undefined : member(metaOf({ _meta: ownMeta }), CAPABILITIES);
  return new Set(Object.keys(own !== undefined && isJsonObject(own) ? own : clientCapabilities));
}
