import {
  compareWithMcptrust,
  type Digest,
  importMcptrustLock,
  type JsonObject,
  type LockedServer,
  pin,
  type Snapshot,
  ToolmarkError,
  withApproved,
} from '@toolmark/core';
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
    return (live, old) => ({ locked: pinAs(live, options, old), imported: compareWithMcptrust(mcptrust, live) });
  }
  const { approve } = options;
  if (approve.length === 0) return (live, old) => ({ locked: pinAs(live, options, old) });
  return (live, old) => ({
    locked: approve.reduce((so, { tool, digest }) => withApproved(so, live, tool, digest), known(old)),
  });
}

function known(old: LockedServer | undefined): LockedServer {
  if (old !== undefined) return old;
  throw new ToolmarkError('lock.unknown-server', 'Nothing of this server is locked yet. Lock it whole first.');
}

/** That a server may offer less is said once and stays so; what it leaves out today stays locked. */
function pinAs(live: Snapshot, { allow }: EntryOptions, old: LockedServer | undefined): LockedServer {
  const said = allow ?? old?.allow ?? 'none';
  if (said === 'none') return pin(live);
  return pin(old === undefined ? live : withMissing(live, old), { allow: said });
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
