import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventReader, type StreamEvent, writeEvent } from './event-stream.ts';

function read(...chunks: (string | Uint8Array)[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const reader = new EventReader(64, event => events.push(event));
  for (const chunk of chunks) reader.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
  return events;
}

function event(data: string, more: Partial<StreamEvent> = {}): StreamEvent {
  return { type: 'message', data, id: undefined, retry: undefined, ...more };
}

describe('EventReader', () => {
  test.each<[string, string]>([
    ['server.too-large', `data: ${'x'.repeat(64)}\n`],
    ['server.too-large', `data: ${'x'.repeat(100)}`],
    ['server.too-large', 'data: x\n'.repeat(10)],
    ['server.too-large', ': comment\n'.repeat(10)],
  ])('%s: %j', (code, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code }));
  });

  test('bytes that are not UTF-8 are refused, not replaced', () => {
    expect(() => read('data: ', Uint8Array.of(0xff), '\n')).toThrow(
      expect.objectContaining({ code: 'server.unreadable' }),
    );
  });

  test.each<[string, string, StreamEvent[]]>([
    ['an event without an end is none', 'data: a\n', []],
    ['an event without data is none', 'event: a\n\n', []],
    ['a comment is none', ': a\n\n', []],
    ['an id alone is handed on', 'id: 7\ndata\n\n', [event('', { id: '7' })]],
    ['a waiting time alone is handed on', 'retry: 7\n\n', [event('', { retry: '7' })]],
    ['lines of data are joined', 'data: a\ndata:b\ndata:  c\n\n', [event('a\nb\n c')]],
    ['another type is kept', 'event: ping\ndata: a\n\n', [event('a', { type: 'ping' })]],
    ['carriage returns end lines too', 'data: a\r\n\r\ndata: b\r\r\n', [event('a'), event('b')]],
    ['a byte order mark inside data stays', 'data: \ufeffa\n\n', [event('\ufeffa')]],
    [
      'fields do not leak into the next event',
      'id: 1\nevent: x\ndata: a\n\ndata: b\n\n',
      [event('a', { id: '1', type: 'x' }), event('b')],
    ],
  ])('%s', (_, text, events) => {
    expect(read(text)).toEqual(events);
  });

  test('what is written is read back, however it is cut', () => {
    const word = fc.stringMatching(/^[a-z]{1,5}$/);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, word, fc.array(word, { minLength: 1, maxLength: 3 }))),
        fc.nat(9),
        (rows, size) => {
          const events = rows.map(([type, id, lines]) => event(lines.join('\n'), { type, id }));
          const text = events.map(writeEvent).join('');
          expect(read(...(text.match(new RegExp(`[^]{1,${size + 1}}`, 'g')) ?? []))).toEqual(events);
        },
      ),
    );
  });
});
