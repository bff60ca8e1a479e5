import {
  type CompiledPolicy,
  compilePolicy,
  type Digest,
  inert,
  type JsonObject,
  type LockedServer,
  type MetadataPolicy,
  parseMetadataPolicy,
  quoteInert,
  type Snapshot,
  ToolmarkError,
} from '@toolmark/core';
import type { ListName } from '@toolmark/core/formats';
import type { ValidatorCache } from '@toolmark/core/guard';
import { addressOf, type SignedUpdate } from '@toolmark/core/lock';
import { stderrLine } from '../connect/redactor.ts';
import { packageOf, type ServerSource } from '../connect/server-source.ts';
import { InputRounds } from './approve/input-rounds.ts';
import { AttestedItems } from './attested-items.ts';
import { Catalogue, type OfferedTool, type WithheldReason } from './catalogue.ts';
import { LiveNames } from './decide/live-names.ts';
import { ProtocolFloor } from './decide/protocol-floor.ts';
import { extras } from './decide/rebuild.ts';
import type { GuardSettings } from './guard-settings.ts';
import { isCovered, withLive } from './taken-over.ts';
import type { UpstreamSettings } from './upstream/upstream-options.ts';

const MAX_PENDING = 1_024;
const MAX_REMEMBERED = 10_000;
const APPROVE_TIMEOUT_MS = 300_000;
/** Some clients give up after ten seconds. */
const LATE_MS = 8_000;
/** Some clients start the first turn of the model without the tools of slower servers. */
const START_WAIT_MS = 500;

/** Locked texts are delivered whole, with their line breaks, unless the policy says otherwise. */
const AS_LOCKED = { maxDescriptionLength: null, normalizeWhitespace: false };

/** State shared by all sessions of one guard. */
export class GuardState {
  readonly settings: GuardSettings;
  readonly policy: CompiledPolicy;
  readonly metadata: MetadataPolicy;
  /** Replaced by a signed update that is taken over. */
  catalogue: Catalogue;
  readonly liveNames: LiveNames;
  readonly approveTimeoutMs: number;
  readonly startWaitMs: number;
  readonly lateMs: number;
  readonly rounds: InputRounds;
  /** Absent where the policy sets none. */
  readonly protocolFloor: ProtocolFloor | undefined;
  readonly validators: ValidatorCache = new Map();
  /** What is locked, with the signed updates that were taken over. */
  private readonly locked: Map<string, LockedServer>;
  private readonly attested = new AttestedItems();
  /** Lines already reported, by server key or `client`. */
  private readonly reported = new Map<string, Set<string>>();

  constructor(settings: GuardSettings) {
    this.settings = settings;
    this.policy = compilePolicy(settings.policy);
    this.metadata = parseMetadataPolicy({ ...AS_LOCKED, ...settings.policy.metadata });
    this.locked = lockedServers(settings);
    this.catalogue = new Catalogue(this.locked, this.policy, this.metadata);
    this.approveTimeoutMs = settings.approveTimeoutMs ?? APPROVE_TIMEOUT_MS;
    this.startWaitMs = settings.startWaitMs ?? START_WAIT_MS;
    this.lateMs = settings.lateMs ?? LATE_MS;
    this.protocolFloor = floorOf(settings);
    this.rounds = new InputRounds(this.approveTimeoutMs, settings.now);
    this.liveNames = new LiveNames(
      settings.servers.map(({ key }) => key),
      this.metadata,
    );
  }

  /** Writes one line, made inert. */
  readonly stderr = (line: string): void => this.settings.stderr(inert(line));

  /** Throws the refusal; in `audit` mode only reports it. */
  enforce(refusal: ToolmarkError | undefined): void {
    if (refusal === undefined) return;
    if (this.settings.mode !== 'audit') throw refusal;
    this.stderr(`${refusal.message} Allowed: the guard runs in audit mode.`);
  }

  /** Reports once that a message was not forwarded. */
  noteMessage(server: string, method: string, code: string, explain: string): void {
    const line = `${quoteInert(server)}: ${quoteInert(method)} refused [${code}]. ${explain}`;
    if (!this.isNew(server, line)) return;
    this.settings.audit?.withholdItem(server, 'message', method, code);
    this.stderr(line);
  }

  /** Whether everything that a server shows is locked. */
  isLocked(server: string, live: Snapshot): boolean {
    const locked = this.locked.get(server);
    return locked !== undefined && isCovered(locked, live);
  }

  /** Adds what the publisher signed to what is locked, for as long as the guard runs. The audit log has it first. */
  takeOver(server: string, live: Snapshot, { version, bundle }: SignedUpdate, by: string | undefined): void {
    const locked = this.locked.get(server);
    if (locked === undefined) return;
    this.settings.audit?.takeUpdate(server, { version, bundle, ...(by === undefined ? {} : { by }) });
    this.locked.set(server, withLive(locked, live));
    this.catalogue = new Catalogue(this.locked, this.policy, this.metadata);
    const accept = 'Run "toolmark lock --accept-updates" to keep it.';
    this.stderr(
      `${quoteInert(server)}: version ${quoteInert(version)} is taken over for this session: its publisher signed it (bundle ${bundle}). ${accept}`,
    );
  }

  /** Reports once why a change is not a signed update that passes. */
  noteUpdate(server: string, code: string, explain: string): void {
    const line = `${quoteInert(server)}: ${explain} [${code}]`;
    if (!this.isNew(server, line)) return;
    this.settings.audit?.withholdItem(server, 'message', 'signed update', code);
    this.stderr(line);
  }

  /** Remembers what the publisher attested; false if all of it is known. */
  noteAttested(server: string, { surface }: SignedUpdate): boolean {
    return this.attested.add(server, surface);
  }

  /** Why an item is withheld where all must be signed. What is missing, revoked or not verifiable is treated alike. */
  reasonAgainstUnsigned(
    server: string,
    list: ListName,
    id: string,
    digest: Digest | undefined,
  ): WithheldReason | undefined {
    if (this.settings.updates?.isRequired !== true) return undefined;
    return digest !== undefined && this.attested.has(server, list, id, digest) ? undefined : UNSIGNED;
  }

  /** Whether instructions may be shown. */
  isAttestedText(server: string, text: string): boolean {
    return this.settings.updates?.isRequired !== true || this.attested.hasText(server, text);
  }

  /** Reports once that a member of a message was removed. */
  noteRemoved(server: string, method: string, name: string): void {
    const line = `${quoteInert(server)}: member ${quoteInert(name)} of ${method} removed: the guard does not forward it.`;
    if (!this.isNew(server, line)) return;
    this.settings.audit?.withholdItem(server, 'message', `${method} ${name}`, 'guard.unknown-member');
    this.stderr(line);
  }

  /** Reports every member that a rebuilt object lacks. */
  noteLost(server: string, method: string, given: JsonObject, kept: JsonObject): void {
    for (const name of extras(given, [...Object.keys(kept), '_meta'])) this.noteRemoved(server, method, name);
  }

  /** Whether a line was not reported yet. Each server has its own limit, so that none can silence reports about others. */
  isNew(server: string, line: string): boolean {
    const lines = this.reported.get(server) ?? new Set();
    this.reported.set(server, lines);
    if (lines.has(line) || lines.size > MAX_REMEMBERED) return false;
    lines.add(line);
    if (lines.size <= MAX_REMEMBERED) return true;
    this.stderr(`${quoteInert(server)}: more than ${MAX_REMEMBERED} items withheld; further ones are not reported.`);
    return false;
  }

  /** Why an advisory denies the tool. */
  advisoryAgainst({ server, locked }: OfferedTool): string | undefined {
    return this.settings.advisories?.refusalOf(server, locked.definition, locked.digest);
  }

  /** The tools with an advisory now. */
  advisedTools(): string {
    const tools = [...this.catalogue.tools.all()].filter(tool => this.advisoryAgainst(tool) !== undefined);
    return tools.map(({ alias }) => alias).join('\n');
  }

  upstreamSettings(key: string): UpstreamSettings {
    const { env, limits, timeoutMs, authorize } = this.settings;
    const { onServerStderr = this.stderr } = this.settings;
    const onStderr = (line: string): void => onServerStderr(stderrLine(key, line));
    const checkInitialization = (method: string, result: JsonObject): void =>
      this.enforce(this.protocolFloor?.refusalOfServer(key, method, result));
    return {
      env,
      maxBytes: limits.maxBytes,
      timeoutMs,
      maxPending: MAX_PENDING,
      onStderr,
      checkInitialization,
      authorize,
    };
  }
}

const UNSIGNED: WithheldReason = {
  code: 'guard.unsigned',
  explain: 'No attestation of the locked publisher covers it, and only signed items are shown.',
};

function floorOf({ policy: { minProtocolVersion } }: GuardSettings): ProtocolFloor | undefined {
  return minProtocolVersion === undefined ? undefined : new ProtocolFloor(minProtocolVersion);
}

/** The locks of the servers behind this guard. Nothing passes from a server without one. */
function lockedServers({ servers, lock, mode, stderr }: GuardSettings): Map<string, LockedServer> {
  const refuse = (error: ToolmarkError): void => {
    if (mode !== 'audit') throw error;
    if (error.code === 'guard.other-address')
      stderr(`${error.message} Treated as unlocked: the guard runs in audit mode.`);
  };
  const locked = new Map<string, LockedServer>();
  for (const { key, source } of servers) {
    const found = lock.servers.get(key);
    if (found === undefined) refuse(unlockedServer(key));
    else if (isElsewhere(found, source)) refuse(otherAddress(key));
    else locked.set(key, found);
    if (found !== undefined && found.package === undefined && source.kind === 'http') stderr(noAddress(key));
  }
  return locked;
}

function isElsewhere({ package: locked }: LockedServer, source: ServerSource): boolean {
  return locked !== undefined && addressOf(locked) !== addressOf(packageOf(source));
}

function otherAddress(key: string): ToolmarkError {
  const message = `The server ${quoteInert(key)} has another address than in the lock. Check the address. If it is right, run "toolmark lock".`;
  return new ToolmarkError('guard.other-address', message);
}

function noAddress(key: string): string {
  return `${quoteInert(key)}: the lock has no address for it, so the address is not checked. Run "toolmark lock" to pin it.`;
}

function unlockedServer(key: string): ToolmarkError {
  const message = `The server ${quoteInert(key)} is not in the lock. Run "toolmark lock" first.`;
  return new ToolmarkError('guard.unlocked-server', message);
}
