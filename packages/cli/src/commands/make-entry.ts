import {
  type Digest,
  type JsonObject,
  type LockedPackage,
  type LockedServer,
  pin,
  type Snapshot,
  ToolmarkError,
} from '@toolmark/core';
import { addressOf, compareWithMcptrust, importMcptrustLock, withApproved } from '@toolmark/core/lock';
import type { MakeEntry } from './lock-plan.ts';

/** A tool that a person has read, by the digest of what they read. */
export interface Approval {
  readonly tool: string;
  readonly digest: Digest;
}

export interface EntryOptions {
  /** What is fine later; `none` takes it back. */
  readonly allow?: 'subset' | 'none';
  /** Only these tools are taken over as they are now. */
  readonly approve: readonly Approval[];
}

/** How an entry of the lock is made: from all that a server shows, or from single tools that were approved. */
export function entryMaker(options: EntryOptions, mcptrustLock: Uint8Array | undefined): MakeEntry {
  if (mcptrustLock !== undefined) {
    const mcptrust = importMcptrustLock(mcptrustLock);
    return (live, old, bound) => ({
      locked: pinAs(live, options, old, bound),
      imported: compareWithMcptrust(mcptrust, live),
    });
  }
  const { approve } = options;
  if (approve.length === 0) return (live, old, bound) => ({ locked: pinAs(live, options, old, bound) });
  return (live, old, bound) => {
    const start = withFilesOf(atHome(known(old), bound), bound);
    return { locked: approve.reduce((so, { tool, digest }) => withApproved(so, live, tool, digest), start) };
  };
}

/** One tool of a server elsewhere, or of other code, must not join the tools that were approved here. */
function atHome(old: LockedServer, bound: LockedPackage | null): LockedServer {
  if (isAtHome(old, bound) && isSameCode(old.package, bound)) return old;
  if (isAtHome(old, bound)) {
    const message = 'The server runs another package than the locked one. Lock it whole instead of approving one tool.';
    throw new ToolmarkError('lock.other-package', message);
  }
  const message = 'The server is at another address than the locked one. Lock it whole instead of approving one tool.';
  throw new ToolmarkError('lock.other-address', message);
}

function known(old: LockedServer | undefined): LockedServer {
  if (old !== undefined) return old;
  throw new ToolmarkError('lock.unknown-server', 'Nothing of this server is locked yet. Lock it whole first.');
}

function isAtHome({ package: locked }: LockedServer, bound: LockedPackage | null): boolean {
  return locked === undefined || addressOf(locked) === addressOf(bound);
}

/** Local files are noted as they are now: what was approved is the tool. */
function withFilesOf(old: LockedServer, bound: LockedPackage | null): LockedServer {
  return old.package?.type === 'path' && bound?.type === 'path' ? { ...old, package: bound } : old;
}

/** What is not pinned on both sides cannot differ. Of local files only the one that is started counts. */
function isSameCode(locked: LockedPackage | undefined, bound: LockedPackage | null): boolean {
  if (locked === undefined || bound === null || locked.type === 'unpinned') return true;
  return locked.type === bound.type && codeOf(locked) === codeOf(bound);
}

function codeOf(locked: LockedPackage): string {
  if (locked.type === 'npm' || locked.type === 'pypi') return `${locked.name} ${locked.tree}`;
  if (locked.type === 'path') return locked.name;
  return locked.type === 'oci' || locked.type === 'mcpb' ? locked.integrity : '';
}

/** `allow` stays until it is taken back. What a server at the same address leaves out today stays locked. */
function pinAs(
  live: Snapshot,
  { allow }: EntryOptions,
  old: LockedServer | undefined,
  bound: LockedPackage | null,
): LockedServer {
  const said = allow ?? old?.allow ?? 'none';
  const keepsMissing = said === 'subset' && old !== undefined && isAtHome(old, bound);
  return pin(keepsMissing ? withMissing(live, old) : live, {
    ...(said === 'subset' ? { allow: said } : {}),
    ...(bound === null ? {} : { package: bound }),
    ...publisherOf(old, bound),
  });
}

/** The publisher stays until another one is named. What was accepted of another package says nothing about this one. */
function publisherOf(
  old: LockedServer | undefined,
  bound: LockedPackage | null,
): Pick<LockedServer, 'publisher' | 'attested'> {
  const { publisher, attested, package: before } = old ?? {};
  if (publisher === undefined) return {};
  const isSame = before !== undefined && before.type === bound?.type && nameIn(before) === nameIn(bound);
  return { publisher, ...(attested !== undefined && isSame ? { attested } : {}) };
}

function nameIn(bound: LockedPackage): string | undefined {
  return 'name' in bound ? bound.name : undefined;
}

function withMissing(live: Snapshot, old: LockedServer): Snapshot {
  const missing = <Item extends JsonObject>(key: string, items: readonly Item[], locked: Items): Item[] => {
    const shown = new Set(items.map(item => item[key]));
    const kept = [...locked].filter(([name]) => !shown.has(name)).map(([, { definition }]) => definition as Item);
    return [...items, ...kept];
  };
  return {
    ...live,
    tools: missing('name', live.tools, old.tools),
    prompts: missing('name', live.prompts, old.prompts),
    resources: missing('uri', live.resources, old.resources),
    templates: missing('uriTemplate', live.templates, old.templates),
  };
}

type Items = LockedServer['prompts'];
