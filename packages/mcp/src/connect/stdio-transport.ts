import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import process from 'node:process';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import type { Inbox } from './inbox.ts';
import { LineSplitter } from './line-splitter.ts';
import { adoptGroup, reap } from './process-groups.ts';
import type { Redactor } from './redactor.ts';
import { sdkCopy } from './sdk-copy.ts';
import { serverEnvironment } from './server-environment.ts';
import type { ServerSource } from './server-source.ts';
import { writeLine } from './write-line.ts';

export type StdioSource = Extract<ServerSource, { kind: 'stdio' }>;

export interface StdioOptions {
  readonly inbox: Inbox;
  readonly redact: Redactor;
  readonly maxBytes: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onStderr: (line: string) => void;
  readonly onNoise: (line: Uint8Array) => void;
}

const OPEN_BRACE = 0x7b;
const MAX_STDERR_LINE = 4_096;
/** How long another process may keep the pipes of an exited child open. */
const DRAIN_MS = 500;
/** Bytes buffered for a server that does not read. */
const MAX_UNREAD = 64 * 1024 * 1024;

/** A server as a child process that writes one JSON message per line; only lines that begin with `{` are parsed. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The SDK detects stdio by `stderr` and `pid`, and then treats a missing response to server/discover as an old server. */
  readonly stderr = null;
  pid: number | null = null;

  private readonly source: StdioSource;
  private readonly options: StdioOptions;
  private child: ChildProcessWithoutNullStreams | undefined;
  private launched: Promise<void> = Promise.resolve();
  private ended: Promise<void> = Promise.resolve();
  private closing: Promise<void> | undefined;

  constructor(source: StdioSource, options: StdioOptions) {
    this.source = source;
    this.options = options;
  }

  /** Starts the child without waiting; `start` reports the outcome. */
  launch(): void {
    this.launched = this.startChild();
    this.launched.catch(() => {});
  }

  start(): Promise<void> {
    return this.launched;
  }

  private async startChild(): Promise<void> {
    const child = this.spawn();
    this.child = child;
    this.ended = this.watchEnd(child);
    this.listen(child);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      // Later errors concern signals and pipes; the exit code is more useful.
      child.on('error', error => child.pid === undefined && reject(this.cannotStart(error)));
    });
    if (child.pid === undefined) return;
    this.pid = child.pid;
    adoptGroup(child.pid);
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { child } = this;
    if (child === undefined) return Promise.reject(serverError('server.closed', 'The server is not running.'));
    return new Promise((resolve, reject) => {
      child.stdin.write(`${JSON.stringify(message)}\n`, error => {
        if (error) {
          // Report the exit of the child, which follows, rather than the broken pipe.
          void this.ended.then(() => reject(error));
        } else resolve();
      });
    });
  }

  /** Writes without waiting. Returns false if the server does not read and the buffer is full. */
  write(line: string): boolean {
    const stdin = this.child?.stdin;
    if (stdin === undefined || stdin.writableLength > MAX_UNREAD) return false;
    writeLine(stdin, line);
    return true;
  }

  /** Pauses or resumes reading from the server. */
  setPaused(isPaused: boolean): void {
    if (isPaused) this.child?.stdout.pause();
    else if (this.options.inbox.failure === undefined) this.child?.stdout.resume();
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    if (this.child !== undefined) await reap(this.child);
    this.child?.stdout.destroy();
    this.child?.stderr.destroy();
    this.onclose?.();
  }

  private spawn(): ChildProcessWithoutNullStreams {
    const { command, args, cwd, env } = this.source;
    try {
      return spawn(command, args, {
        env: { ...serverEnvironment(this.options.env), ...env },
        ...(cwd === undefined ? {} : { cwd }),
        stdio: 'pipe',
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
    } catch (error) {
      throw this.cannotStart(error);
    }
  }

  private cannotStart(error: unknown): ToolmarkError {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'invalid command line';
    const message = `Cannot start ${quoteInert(this.source.command)} (${reason}). Check the command, its working directory and PATH.`;
    const refusal = serverError('server.cannot-start', message);
    this.options.inbox.fail(refusal);
    return refusal;
  }

  private listen(child: ChildProcessWithoutNullStreams): void {
    const { maxBytes, inbox } = this.options;
    const stdout = new LineSplitter(maxBytes, {
      line: bytes => this.readLine(bytes),
      overflow: () => this.refuse(serverError('server.too-large', `A message exceeds ${maxBytes} bytes.`)),
    });
    const stderr = new LineSplitter(MAX_STDERR_LINE, {
      line: bytes => this.showStderr(bytes, false),
      overflow: start => this.showStderr(start, true),
    });
    child.stdout.on('data', (chunk: Buffer) => {
      if (inbox.failure === undefined) stdout.push(chunk);
    });
    child.stdout.on('end', () => stdout.end());
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.stderr.on('end', () => stderr.end());
    // The exit of the child is reported instead.
    child.stdin.on('error', () => {});
  }

  private readLine(bytes: Uint8Array): void {
    const start = bytes.findIndex(byte => byte !== 0x20 && byte !== 0x09 && byte !== 0x0d);
    if (start === -1 || this.options.inbox.failure !== undefined) return;
    if (bytes[start] !== OPEN_BRACE) {
      this.options.onNoise(bytes);
      return;
    }
    try {
      this.deliver(bytes);
    } catch (error) {
      if (!(error instanceof ToolmarkError)) throw error;
      this.refuse(error);
    }
  }

  /** JSON that is not a message is a log line: SDK clients skip it too. */
  private deliver(bytes: Uint8Array): void {
    const received = this.options.inbox.read(bytes);
    if (received === undefined) this.options.onNoise(bytes);
    else if (!this.options.inbox.take(received)) this.onmessage?.(sdkCopy(received.message));
  }

  private refuse(error: ToolmarkError): void {
    this.options.inbox.fail(error);
    // Stop reading, so that a flood fills the pipe and not our memory.
    this.child?.stdout.pause();
  }

  private showStderr(bytes: Uint8Array, isCut: boolean): void {
    this.options.onStderr(this.options.redact(new TextDecoder().decode(bytes).trimEnd(), isCut));
  }

  /** Resolves when the child has exited and its output is read. */
  private watchEnd(child: ChildProcessWithoutNullStreams): Promise<void> {
    return new Promise(resolve => {
      const finish = (): void => {
        if (this.closing === undefined) this.reportEnd(child);
        resolve();
      };
      let drain: NodeJS.Timeout | undefined;
      child.once('exit', () => {
        drain = setTimeout(finish, DRAIN_MS);
      });
      child.once('close', () => {
        clearTimeout(drain);
        finish();
      });
    });
  }

  private reportEnd(child: ChildProcessWithoutNullStreams): void {
    if (child.pid !== undefined) this.options.inbox.fail(this.exited(child));
    this.onclose?.();
  }

  private exited({ exitCode, signalCode }: ChildProcessWithoutNullStreams): ToolmarkError {
    const how = signalCode === null ? `exited with code ${exitCode}` : `was killed by ${signalCode}`;
    // Without standard error: this message reaches reports and clients of the guard as our own text.
    return serverError('server.exited', `The server ${how} before it responded.`);
  }
}
