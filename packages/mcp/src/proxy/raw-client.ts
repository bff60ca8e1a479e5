import process from 'node:process';
import { PassThrough } from 'node:stream';
import { type JsonObject, type Lock, type Policy, parseSnapshot, pin } from '@toolmark/core';
import { DEFAULT_LIMITS } from '../connect/limits.ts';
import type { NamedServer, ServerSource } from '../connect/server-source.ts';
import { Guard } from './guard.ts';
import type { AuditTrail, DecisionRecord, GuardSettings } from './guard-settings.ts';
import { serveStdio } from './stdio-client.ts';

/** For tests: a lock of what servers would show. */
export function lockOf(servers: Readonly<Record<string, object>>): Lock {
  return {
    lockfileVersion: 1,
    servers: new Map(Object.entries(servers).map(([key, shown]) => [key, pin(parseSnapshot({ tools: [], ...shown }))])),
  };
}

export interface RawOptions extends Partial<GuardSettings> {
  readonly sources: Readonly<Record<string, ServerSource>>;
  readonly lock: Lock;
  readonly rules?: Policy['rules'];
}

/** For tests: a client that writes messages by hand to a guard in this process, and sees every line that comes back. */
export class RawClient {
  readonly records: DecisionRecord[] = [];
  readonly talk: string[] = [];
  /** Everything that is no answer to a request of ours. */
  readonly heard: JsonObject[] = [];
  /** Every line that came, as it was written. */
  readonly lines: string[] = [];
  /** Answers requests of servers. */
  onRequest: (method: string, params: JsonObject) => JsonObject | undefined = () => ({ result: {} });

  /** Results and items that were kept back, by code. */
  readonly withheld: string[] = [];
  private readonly audit: AuditTrail = {
    record: async entry => void this.records.push(entry),
    withholdResult: (_, code) => void this.withheld.push(code),
    withholdItem: (server, kind, name, code) => void this.withheld.push(`${server} ${kind} ${name} ${code}`),
  };
  private readonly input = new PassThrough();
  private readonly output = new PassThrough();
  private readonly ended: Promise<void>;
  private readonly waiting = new Map<string | number, (answer: JsonObject) => void>();
  private listeners: (() => void)[] = [];
  private nextId = 1;

  constructor({ sources, rules, ...settings }: RawOptions) {
    const servers: NamedServer[] = Object.entries(sources).map(([key, source]) => ({ key, source }));
    const guard = new Guard({
      servers,
      policy: { version: 1, ...(rules === undefined ? {} : { rules }) },
      mode: 'enforce',
      env: { PATH: process.env.PATH },
      timeoutMs: 20_000,
      // Tests see what servers list; those about slow servers say so.
      startWaitMs: 600_000,
      callTimeoutMs: 20_000,
      maxAgeMs: 3_600_000,
      recheckEveryCall: false,
      limits: DEFAULT_LIMITS,
      audit: this.audit,
      talk: line => void this.talk.push(line),
      now: Date.now,
      ...settings,
    });
    this.ended = serveStdio(guard, { input: this.input, output: this.output }, DEFAULT_LIMITS.maxBytes);
    let text = '';
    this.output.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      this.lines.push(...lines);
      for (const line of lines) this.take(JSON.parse(line));
    });
  }

  /** One line as it stands. */
  write(line: string): void {
    this.input.write(`${line}\n`);
  }

  /** The whole answer to a request. */
  request(method: string, params: object = {}, id: string | number = this.nextId++): Promise<JsonObject> {
    const answer = new Promise<JsonObject>(resolve => this.waiting.set(id, resolve));
    this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return answer;
  }

  notify(method: string, params: object = {}): void {
    this.write(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  async initialize(capabilities: object = {}): Promise<JsonObject> {
    const clientInfo = { name: 'raw', version: '1' };
    const answer = await this.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
    this.notify('notifications/initialized');
    return answer;
  }

  call(name: string, args: object = {}): Promise<JsonObject> {
    return this.request('tools/call', { name, arguments: args });
  }

  /** The names in a list. */
  async names(method: string, params: object = {}): Promise<string[]> {
    const { result } = (await this.request(method, params)) as { result?: Record<string, unknown> };
    const items = Object.values(result ?? {}).find(value => Array.isArray(value)) as { name: string }[] | undefined;
    return (items ?? []).map(({ name }) => name);
  }

  /** Waits until something was heard. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>(resolve => this.listeners.push(resolve));
  }

  async close(): Promise<void> {
    this.input.end();
    await this.ended;
  }

  private take(message: JsonObject): void {
    const { id, method } = message;
    const waiting = typeof id === 'string' || typeof id === 'number' ? this.waiting.get(id) : undefined;
    if (method === undefined && waiting !== undefined) waiting(message);
    else this.heard.push(message);
    if (typeof method === 'string' && id !== undefined) {
      const outcome = this.onRequest(method, (message.params ?? {}) as JsonObject);
      if (outcome !== undefined) this.write(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
    }
    for (const listener of this.listeners.splice(0)) listener();
  }
}
