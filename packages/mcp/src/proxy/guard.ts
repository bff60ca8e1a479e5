import {
  type CompiledPolicy,
  compilePolicy,
  inert,
  type JsonObject,
  type LockedServer,
  type MetadataPolicy,
  parseMetadataPolicy,
  quoteInert,
  ToolmarkError,
  type ValidatorCache,
} from '@toolmark/core';
import { packageOf } from '../connect/package-of.ts';
import type { ServerSource } from '../connect/server-source.ts';
import { stderrLine } from '../connect/stderr-line.ts';
import { Catalogue, type OfferedTool } from './catalogue.ts';
import type { ClientLink } from './client-link.ts';
import type { GuardSettings } from './guard-settings.ts';
import { InputRounds } from './input-rounds.ts';
import { LiveNames } from './live-names.ts';
import { ProtocolFloor } from './protocol-floor.ts';
import { extras } from './rebuild.ts';
import { Session } from './session.ts';
import type { UpstreamSettings } from './upstream-options.ts';
import { reportCleaned, reportUndeliverable } from './withheld-items.ts';

const MAX_PENDING = 1_024;
const MAX_REMEMBERED = 10_000;
const APPROVE_TIMEOUT_MS = 300_000;
/** Less than the ten seconds that the most impatient clients wait. */
const LATE_MS = 8_000;
/** Some clients give a model its first turn without the tools of servers that take longer. */
const START_WAIT_MS = 500;

/** What was locked is delivered whole and with its line breaks, unless the policy says otherwise. */
const AS_LOCKED = { maxDescriptionLength: null, normalizeWhitespace: false };

/** What all sessions of one guard share. */
export class GuardState {
  readonly settings: GuardSettings;
  readonly policy: CompiledPolicy;
  readonly metadata: MetadataPolicy;
  readonly catalogue: Catalogue;
  readonly liveNames: LiveNames;
  readonly approveTimeoutMs: number;
  readonly startWaitMs: number;
  readonly lateMs: number;
  readonly rounds: InputRounds;
  /** Absent where the policy sets none. */
  readonly protocolFloor: ProtocolFloor | undefined;
  readonly validators: ValidatorCache = new Map();
  /** The lines about each server, and about the client. */
  private readonly reported = new Map<string, Set<string>>();

  constructor(settings: GuardSettings) {
    this.settings = settings;
    this.policy = compilePolicy(settings.policy);
    this.metadata = parseMetadataPolicy({ ...AS_LOCKED, ...settings.policy.metadata });
    this.catalogue = new Catalogue(lockedServers(settings), this.policy, this.metadata);
    this.approveTimeoutMs = settings.approveTimeoutMs ?? APPROVE_TIMEOUT_MS;
    this.startWaitMs = settings.startWaitMs ?? START_WAIT_MS;
    this.lateMs = settings.lateMs ?? LATE_MS;
    this.protocolFloor = floorOf(settings);
    this.rounds = new InputRounds(this.approveTimeoutMs, settings.now);
    const keys = settings.servers.map(({ key }) => key);
    this.liveNames = new LiveNames(keys, this.metadata);
    reportUndeliverable(this);
    reportCleaned(this);
  }

  /** One line, whatever keys and errors hold that are part of it. */
  readonly talk = (line: string): void => this.settings.talk(inert(line));

  /** Throws a refusal, or only reports it where the guard only watches. */
  enforce(refusal: ToolmarkError | undefined): void {
    if (refusal === undefined) return;
    if (this.settings.mode !== 'audit') throw refusal;
    this.talk(`${refusal.message} Allowed: the guard runs in audit mode.`);
  }

  /** Says once that a message of a server did not reach the client. */
  noteMessage(server: string, method: string, code: string, explain: string): void {
    const line = `${quoteInert(server)}: ${quoteInert(method)} refused [${code}]. ${explain}`;
    if (!this.isNew(server, line)) return;
    this.settings.audit?.withholdItem(server, 'message', method, code);
    this.talk(line);
  }

  /** Says once that a member of a server's message was left out. */
  noteRemoved(server: string, method: string, name: string): void {
    const line = `${quoteInert(server)}: member ${quoteInert(name)} of ${method} removed: the guard does not forward it.`;
    if (!this.isNew(server, line)) return;
    this.settings.audit?.withholdItem(server, 'message', `${method} ${name}`, 'guard.unknown-member');
    this.talk(line);
  }

  /** The same for every member that a rebuilt object has lost. */
  noteLost(server: string, method: string, given: JsonObject, kept: JsonObject): void {
    for (const name of extras(given, [...Object.keys(kept), '_meta'])) this.noteRemoved(server, method, name);
  }

  /** Each line is reported once. Each server has its own limit: one that fills it silences reports about no other. */
  isNew(server: string, line: string): boolean {
    const lines = this.reported.get(server) ?? new Set();
    this.reported.set(server, lines);
    if (lines.has(line) || lines.size > MAX_REMEMBERED) return false;
    lines.add(line);
    if (lines.size <= MAX_REMEMBERED) return true;
    this.talk(`${quoteInert(server)}: more than ${MAX_REMEMBERED} things are withheld: the others are not reported.`);
    return false;
  }

  /** Why a tool must not be used, if an incident is confirmed. */
  advisoryAgainst({ server, locked }: OfferedTool): string | undefined {
    return this.settings.advisories?.refusalOf(server, locked.definition, locked.digest);
  }

  /** The tools that advisories are about now. */
  warnedOf(): string {
    const tools = [...this.catalogue.tools.all()].filter(tool => this.advisoryAgainst(tool) !== undefined);
    return tools.map(({ alias }) => alias).join('\n');
  }

  upstreamSettings(key: string): UpstreamSettings {
    const { env, limits, timeoutMs, authorize } = this.settings;
    const { onServerStderr = this.talk } = this.settings;
    const onStderr = (line: string): void => onServerStderr(stderrLine(key, line));
    const checkGreeting = (method: string, greeting: JsonObject): void =>
      this.enforce(this.protocolFloor?.refusalOfServer(key, method, greeting));
    return { env, maxBytes: limits.maxBytes, timeoutMs, maxPending: MAX_PENDING, onStderr, checkGreeting, authorize };
  }
}

function floorOf({ policy: { minProtocolVersion } }: GuardSettings): ProtocolFloor | undefined {
  return minProtocolVersion === undefined ? undefined : new ProtocolFloor(minProtocolVersion);
}

/** A guard in front of servers, for any number of clients. Throws where it could not protect anybody. */
export class Guard {
  private readonly state: GuardState;
  private readonly sessions = new Set<Session>();
  /** The tools that advisories are about, as one text. */
  private warnedOf: string;

  constructor(settings: GuardSettings) {
    this.state = new GuardState(settings);
    this.warnedOf = this.state.warnedOf();
    settings.advisories?.onChange?.(() => this.heedAdvisories());
  }

  /** What advisories are about is not listed: clients are told when that becomes more or less. */
  private heedAdvisories(): void {
    reportUndeliverable(this.state);
    const before = this.warnedOf;
    this.warnedOf = this.state.warnedOf();
    if (this.warnedOf === before) return;
    for (const session of this.sessions) session.tellToolsChanged();
  }

  /** A client has come; servers of its own are started for it. */
  open(link: ClientLink): Session {
    const session = new Session(this.state, link);
    this.sessions.add(session);
    return session;
  }

  /** Writes down that a client was refused before its message came to a session. */
  noteRefused(method: string, code: string, explain: string): void {
    this.state.noteMessage('client', method, code, explain);
  }

  async end(session: Session): Promise<void> {
    this.sessions.delete(session);
    await session.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions].map(session => this.end(session)));
  }
}

/** What is locked of the servers behind this guard. A server that nobody has locked has nothing that could pass. */
function lockedServers({ servers, lock, mode, talk }: GuardSettings): Map<string, LockedServer> {
  const refuse = (error: ToolmarkError): void => {
    if (mode !== 'audit') throw error;
    if (error.code === 'guard.other-address') talk(`${error.message} Nothing of it counts as locked.`);
  };
  const locked = new Map<string, LockedServer>();
  for (const { key, source } of servers) {
    const found = lock.servers.get(key);
    if (found === undefined) refuse(unlockedServer(key));
    else if (isElsewhere(found, source)) refuse(otherAddress(key));
    else locked.set(key, found);
    if (found !== undefined && found.package === undefined && source.kind === 'http') talk(noAddress(key));
  }
  return locked;
}

function isElsewhere({ package: locked }: LockedServer, source: ServerSource): boolean {
  return locked !== undefined && locked.name !== packageOf(source)?.name;
}

function otherAddress(key: string): ToolmarkError {
  const message = `The server ${quoteInert(key)} is at another address than the locked one. Check the address; if it is right, lock it again: toolmark lock.`;
  return new ToolmarkError('guard.other-address', message);
}

function noAddress(key: string): string {
  return `${quoteInert(key)}: the lock does not name its address, so it is not compared. Lock it again to bind it: toolmark lock.`;
}

function unlockedServer(key: string): ToolmarkError {
  const message = `The server ${quoteInert(key)} is not in the lock, so nothing of it could pass. Lock it first: toolmark lock.`;
  return new ToolmarkError('guard.unlocked-server', message);
}
