import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../connect/limits.ts';
import { EventWriter, writerSettings } from './event-writer.ts';

const MB = 1024 * 1024;
const SETTINGS = writerSettings(DEFAULT_LIMITS.maxBytes);

/** A response without a socket buffers everything, like a client that does not read. */
function unread(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

describe('a reader that does not read', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('loses the stream when more than 32 MB are buffered', () => {
    const response = unread();
    const writer = new EventWriter(response, SETTINGS);
    const message = { text: 'x'.repeat(8 * MB) };
    for (let sent = 0; sent < 4; sent++) writer.send(message);
    expect([response.destroyed, response.writableLength > 32 * MB]).toEqual([false, true]);
    writer.send({});
    expect(response.destroyed).toBe(true);
  });

  test('loses the stream after half a minute', () => {
    const response = unread();
    const writer = new EventWriter(response, SETTINGS);
    writer.send({ text: 'x'.repeat(MB) });
    vi.advanceTimersByTime(29_999);
    expect(response.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(response.destroyed).toBe(true);
  });
});
