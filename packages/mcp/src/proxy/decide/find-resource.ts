import { quoteInert } from '@toolmark/core';
import type { ListName } from '@toolmark/core/formats';
import { isUnpinned, type Offered } from '../catalogue.ts';
import type { GuardState } from '../guard-state.ts';
import type { Session } from '../session.ts';
import { findTemplates } from './find-templates.ts';
import type { Link } from './linked-resources.ts';
import { isPlainUri } from './plain-uri.ts';

/** A requested item: its list and its name, and what is locked. */
export interface Use {
  readonly list: ListName;
  readonly name: string;
  /** The locked item; for a linked resource, the tool whose result links to it. */
  readonly item: Offered | undefined;
  /** The result that links to it. */
  readonly link?: Link;
  /** Why there is no item, unless it is simply not locked. */
  readonly denial?: { readonly code: string; readonly explain: string };
}

export const UNLOCKED = { code: 'guard.unlocked', explain: 'It is not locked.' };
const AMBIGUOUS = { code: 'guard.ambiguous-uri', explain: 'Several servers offer this URI.' };
const NAMED_TWICE = { code: 'guard.ambiguous-uri', explain: 'Results of several servers link to this URI.' };
const UNPLAIN = {
  code: 'guard.ambiguous-uri',
  explain: 'A result links to this URI, but it can be read in more than one way.',
};
const COSTLY = { code: 'guard.costly-uri', explain: 'Matching it with the locked templates takes too long.' };
const UNPINNED = { code: 'guard.unpinned', explain: 'The lock does not pin the content of ui: and skill: resources.' };

/** Finds a locked resource, or one that a result of this session links to if the policy allows that. */
export function findReadable(session: Session, uri: string): Use {
  const use = findResource(session, uri);
  const link = use.item === undefined && use.denial === undefined ? session.links.find(uri) : undefined;
  return link === undefined ? use : linkedUse(session.guard, uri, link);
}

/** A link counts only while the tool that returned it is locked and unchanged. */
function linkedUse(guard: GuardState, uri: string, link: Link): Use {
  const { tool: item } = link;
  const denial = denialOfLink(guard, uri, link);
  const refused = { list: 'resources', name: uri, item: undefined, link } as const;
  if (denial !== undefined || item === undefined) return { ...refused, ...(denial === undefined ? {} : { denial }) };
  const advisory = guard.advisoryAgainst(item);
  if (advisory !== undefined) return { ...refused, denial: { code: 'guard.advisory', explain: advisory } };
  return { list: 'tools', name: uri, item, link };
}

function denialOfLink({ policy }: GuardState, uri: string, { isShared, server }: Link): Use['denial'] {
  if (isShared) return NAMED_TWICE;
  if (!isPlainUri(uri)) return UNPLAIN;
  if (policy.resources === 'linked') return undefined;
  const explain = `It is not locked. A result of the server ${quoteInert(server)} links to it. To allow linked resources, set "resources: linked" in the policy.`;
  return { code: 'guard.unlocked', explain };
}

export function findResource(session: Session, uri: string): Use {
  const { resources, templates } = session.guard.catalogue;
  if (isUnpinned(uri)) return { list: 'resources', name: uri, item: undefined, denial: UNPINNED };
  const exact = resources.find(uri);
  const matching = findTemplates(uri, templates.all());
  if (matching === 'costly') return { list: 'resources', name: uri, item: undefined, denial: COSTLY };
  const servers = new Set([exact, ...matching].flatMap(item => (item === undefined ? [] : [item.server])));
  const isShared = resources.shared.has(uri) || matching.some(({ id }) => templates.shared.has(id));
  if (isShared || servers.size > 1) return { list: 'resources', name: uri, item: undefined, denial: AMBIGUOUS };
  if (exact !== undefined) return { list: 'resources', name: uri, item: exact };
  return { list: matching.length > 0 ? 'templates' : 'resources', name: uri, item: matching[0] };
}
