import { type LockedServer, ToolmarkError } from '@toolmark/core';
import { type LockedPublisher, withUpdate } from '@toolmark/core/lock';
import type { NamedServer, ServerResult } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import type { FoundPackages } from '../sources/find-packages.ts';
import { packageIn } from '../sources/find-packages.ts';
import type { LiveServer, UpdateJudge } from '../sources/judge-updates.ts';
import { packageFolder } from '../sources/package-folder.ts';
import type { PlannedServer } from './lock-plan.ts';
import type { OldLock } from './write-lock.ts';

export interface PublisherWish {
  /** `found`: the signer of an attestation that is found. */
  readonly publisher?: LockedPublisher | 'found';
  /** Only changes that the locked publisher attested are taken over. */
  readonly acceptUpdates: boolean;
}

type Answered = readonly [server: NamedServer, result: ServerResult, planned: PlannedServer];

/** The plan once publishers are named and attestations judged. A server without a publisher is left as it is. */
export async function judgePlan(
  answers: readonly Answered[],
  found: FoundPackages,
  old: OldLock,
  wish: PublisherWish,
  judge: UpdateJudge,
  io: Io,
): Promise<PlannedServer[]> {
  return Promise.all(
    answers.map(async ([server, result, planned]) => {
      const { locked } = planned;
      if ('error' in result || locked === undefined || planned.step === 'failed') return planned;
      const one = packageIn(found, server);
      const bound = one?.package ?? null;
      const folder = await packageFolder(one?.start ?? server, bound, io);
      const live = {
        key: server.key,
        live: result.snapshot,
        package: bound,
        ...(one?.tree === undefined ? {} : { tree: one.tree }),
        ...(result.attestation === undefined ? {} : { attestation: result.attestation }),
        ...(folder === undefined ? {} : { folder }),
      };
      const before = old.lock.servers.get(server.key);
      const named = await withPublisher(planned, before, { ...live, locked }, wish, judge);
      const judged = await withJudgement(named, before, live, judge);
      return wish.acceptUpdates ? signedOnly(judged, before) : judged;
    }),
  );
}

/** A publisher that is new needs the same answer as any other change. */
async function withPublisher(
  planned: PlannedServer,
  before: LockedServer | undefined,
  live: LiveServer,
  { publisher: wanted }: PublisherWish,
  judge: UpdateJudge,
): Promise<PlannedServer> {
  if (wanted === undefined) return planned;
  const publisher = wanted === 'found' ? await judge.findPublisher(live) : wanted;
  if (publisher === undefined) return failed(planned, before, NOT_FOUND);
  const { attested, ...locked } = live.locked;
  const isSame = JSON.stringify(before?.publisher) === JSON.stringify(publisher);
  return {
    ...planned,
    step: planned.step === 'unchanged' && !isSame ? 'changed' : planned.step,
    locked: { ...locked, ...(isSame && attested !== undefined ? { attested } : {}), publisher },
    ...(isSame ? {} : { isFound: wanted === 'found' }),
  };
}

const NOT_FOUND = new ToolmarkError(
  'lock.no-attestation',
  'No attestation proves what this server is now, so no publisher was found. Name the publisher with --publisher FILE.',
);

/** What is attested is remembered, so that nothing older passes later. */
async function withJudgement(
  planned: PlannedServer,
  before: LockedServer | undefined,
  live: Omit<LiveServer, 'locked'>,
  judge: UpdateJudge,
): Promise<PlannedServer> {
  const { locked, changes, step } = planned;
  if (locked?.publisher === undefined || step === 'failed') return planned;
  const isOther = JSON.stringify(before?.publisher) !== JSON.stringify(locked.publisher);
  // A new publisher vouches for what is locked now; it does not change what was locked before.
  const ground = before === undefined || isOther ? locked : { ...before, publisher: locked.publisher };
  const judgement = await judge.judge({ ...live, locked: ground });
  if (judgement.outcome === 'rollback') {
    const word = `version ${judgement.version} is older than ${judgement.newest}, which was seen before`;
    return { ...planned, word };
  }
  if (judgement.outcome === 'none') {
    const [first] = judgement.findings;
    return step === 'unchanged' || first === undefined
      ? planned
      : { ...planned, word: `${first.message} [${first.code}]` };
  }
  const { version, bundle } = judgement;
  const rest = withUpdate(changes, judgement).changes.filter(({ type }) => type !== 'signed_update');
  return {
    ...planned,
    locked: { ...locked, attested: { version, bundle } },
    isSigned: !isOther && before !== undefined && rest.length === 0,
  };
}

function signedOnly(planned: PlannedServer, before: LockedServer | undefined): PlannedServer {
  const isLeft = planned.step !== 'changed' || planned.isSigned === true;
  return isLeft ? planned : failed(planned, before, NOT_SIGNED, planned.word);
}

const NOT_SIGNED = new ToolmarkError(
  'lock.not-signed',
  'It changed, and its publisher attested no update that covers all changes. Run "toolmark lock" to review them.',
);

function failed(
  { server, behind }: PlannedServer,
  before: LockedServer | undefined,
  { code, message }: ToolmarkError,
  word?: string,
): PlannedServer {
  const said = word === undefined ? message : `${message} ${word}`;
  return {
    server,
    step: 'failed',
    changes: [],
    ...(before && { locked: before }),
    error: { code, message: said },
    ...(behind && { behind }),
  };
}
