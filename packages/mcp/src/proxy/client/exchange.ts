import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject, member } from '@toolmark/core';
import { writeMessage } from '../json-rpc.ts';
import { EventWriter, type WriterSettings } from './event-writer.ts';
import { writeAnswer } from './http-refusal.ts';

export interface ExchangeSettings extends WriterSettings {
  readonly headers?: (answer: JsonObject | undefined) => OutgoingHttpHeaders;
  readonly statusOf?: (answer: JsonObject) => number;
  /** The client closed the connection before the answer. */
  readonly onLost: () => void;
  readonly onDrain?: () => void;
}

/** An open request: answered with plain JSON, or with an event stream if other messages come first. */
export class Exchange {
  private readonly response: ServerResponse;
  private readonly settings: ExchangeSettings;
  private readonly timer: NodeJS.Timeout;
  private writer: EventWriter | undefined;

  constructor(response: ServerResponse, settings: ExchangeSettings) {
    this.response = response;
    this.settings = settings;
    // Clients time out without headers, but wait for a stream.
    this.timer = setTimeout(() => this.stream(), settings.keepAliveMs).unref();
    response.on('drain', () => settings.onDrain?.());
    response.on('close', () => {
      clearTimeout(this.timer);
      if (!response.writableEnded) settings.onLost();
    });
  }

  get isFull(): boolean {
    return this.writer?.isFull === true;
  }

  /** Sends a message before the answer. */
  send(message: JsonObject): void {
    this.stream().send(message);
  }

  answer(message: JsonObject, result?: string): void {
    clearTimeout(this.timer);
    const { statusOf, headers } = this.settings;
    if (this.writer === undefined) {
      const text = writeMessage(message, result);
      writeAnswer(this.response, statusOf?.(message) ?? 200, text, headers?.(message));
      return;
    }
    this.writer.send(message, result);
    this.writer.end();
  }

  /** Ends without an answer. */
  end(): void {
    clearTimeout(this.timer);
    this.stream().end();
  }

  private stream(): EventWriter {
    this.writer ??= new EventWriter(this.response, this.settings, this.settings.headers?.(undefined));
    return this.writer;
  }
}

/** The error code of an answer. */
export function errorCodeOf(answer: JsonObject): unknown {
  const error = member(answer, 'error');
  return error !== undefined && isJsonObject(error) ? member(error, 'code') : undefined;
}
