import process from 'node:process';
import { PassThrough } from 'node:stream';
import { type JsonObject, type Lock, type Policy, parseSnapshot, pin } from '@toolmark/core';
import { onTestFinished } from 'vitest';
import { DEFAULT_LIMITS } from '../../packages/mcp/src/connect/limits.ts';
import type { ServerSource } from '../../packages/mcp/src/connect/server-source.ts';
import { serveStdio } from '../../packages/mcp/src/proxy/client/stdio-client.ts';
import { Guard } from '../../packages/mcp/src/proxy/guard.ts';
import type { AuditTrail, DecisionRecord, GuardSettings } from '../../packages/mcp/src/proxy/guard-settings.ts';
import { scriptedServer } from './scripted-server.ts';

/** For tests: the `_meta` of a request of 2026-07-28. */
export const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

type Required = Pick<GuardSettings, 'servers' | 'lock'>;

/** For tests: settings of a guard that waits long enough for a busy machine. */
export function guardSettings(settings: Required & Partial<GuardSettings>): GuardSettings {
  return {
    policy: { version: 1 },
    mode: 'enforce',
    env: { PATH: process.env.PATH },
    timeoutMs: 20_000,
    startWaitMs: 600_000,
    callTimeoutMs: 20_000,
    maxAgeMs: 3_600_000,
    recheckEveryCall: false,
    limits: DEFAULT_LIMITS,
    stderr: () => {},
    now: Date.now,
    ...settings,
  };
}

/** For tests: a lock of what servers list. */
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

/** For tests: a client that writes raw messages to a guard in this process and records every line that comes back. */
export class RawClient {
  readonly records: DecisionRecord[] = [];
  readonly stderr: string[] = [];
  /** Every received message except responses to our requests. */
  readonly heard: JsonObject[] = [];
  /** Every received line, unchanged. */
  readonly lines: string[] = [];
  /** Responds to requests of servers. */
  onRequest: (method: string, params: JsonObject) => JsonObject | undefined = () => ({ result: {} });

  /** Codes of withheld results, and withheld items with their codes. */
  readonly withheld: string[] = [];
  private readonly audit: AuditTrail = {
    record: async entry => void this.records.push(entry),
    withholdResult: (_, code) => void this.withheld.push(code),
    takeUpdate: () => {},
    withholdItem: (server, kind, name, code) => void this.withheld.push(`${server} ${kind} ${name} ${code}`),
  };
  private readonly input = new PassThrough();
  private readonly output = new PassThrough();
  private readonly ended: Promise<void>;
  private readonly waiting = new Map<string | number, (answer: JsonObject) => void>();
  private listeners: (() => void)[] = [];
  private nextId = 1;

  constructor({ sources, rules, ...settings }: RawOptions) {
    const guard = new Guard(
      guardSettings({
        servers: Object.entries(sources).map(([key, source]) => ({ key, source })),
        policy: { version: 1, ...(rules === undefined ? {} : { rules }) },
        audit: this.audit,
        stderr: line => void this.stderr.push(line),
        ...settings,
      }),
    );
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

  /** Writes one line unchanged. */
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

  /** Waits until this is true; checked after every message. */
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

/** For tests: a client of a guard in front of scripted servers, closed when the test ends. */
export function guardScripts(
  scripts: Readonly<Record<string, string>>,
  locked: Readonly<Record<string, object>>,
  options: Partial<RawOptions> = {},
): RawClient {
  const sources = Object.fromEntries(Object.entries(scripts).map(([key, script]) => [key, scriptedServer(script)]));
  const client = new RawClient({ sources, lock: lockOf(locked), ...options });
  onTestFinished(() => client.close());
  return client;
}

/** The text of the first content block of a result. */
export function textOf(answer: object): string {
  const { result } = answer as { result?: { content?: { text?: string }[] } };
  return result?.content?.[0]?.text ?? '';
}

/** The stable code of a refusal in a result or an error. */
export function codeOf(answer: object): string | number | undefined {
  const { result, error } = answer as {
    result?: { _meta?: Record<string, { code: string }> };
    error?: { code: number; data?: { code: string } };
  };
  return result?._meta?.['dev.toolmark/guard']?.code ?? error?.data?.code ?? error?.code;
}
