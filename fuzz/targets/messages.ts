import { isJsonObject, readJson } from '@toolmark/core';
import { EventReader, type StreamEvent } from '../../packages/mcp/src/connect/event-stream.ts';
import { LineSplitter } from '../../packages/mcp/src/connect/line-splitter.ts';
import { looksLikeAnswer, parseAnswer } from '../../packages/mcp/src/connect/parse-answer.ts';
import { parseMessage } from '../../packages/mcp/src/proxy/json-rpc.ts';
import { must, type Target, unlessRefused } from '../target.ts';

const LONGEST = 500;

export const messages: Target = {
  name: 'messages',
  promise: 'Chunk boundaries never change the lines, events and messages of a connection.',
  seeds: [
    '{"jsonrpc":"2.0","id":1,"result":{"tools":[],"_meta":{"progressToken":1}}}\n{"jsonrpc":"2.0","id":"a","method":"x"}\n',
    'event: message\nid: 1\ndata: {"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}\n\n: note\r\ndata: a\rdata: b\r\n\r\n',
  ],
  words: ['\r\n\r\n', '\n\n', 'data:', 'retry: 1', 'id', 'method', 'params', 'progressToken'],
  run(input) {
    const whole = readBoth([input]);
    const cut = input.length % 7;
    must(whole === readBoth([input.subarray(0, cut), input.subarray(cut)]), 'Two chunks are read differently.');
    must(
      whole === readBoth(Array.from(input, (_, at) => input.subarray(at, at + 1))),
      'Single bytes are read differently.',
    );
  },
};

/** Everything that was read, as comparable text. */
function readBoth(pieces: readonly Uint8Array[]): string {
  const seen: unknown[] = [];
  const lines = new LineSplitter(LONGEST, {
    line: bytes => seen.push(readLine(bytes)),
    overflow: bytes => seen.push(bytes.length),
  });
  for (const piece of pieces) lines.push(piece);
  lines.end();
  const events = new EventReader(LONGEST, (event: StreamEvent) => seen.push(event));
  unlessRefused(() => {
    for (const piece of pieces) events.push(piece);
  });
  return JSON.stringify(seen);
}

function readLine(bytes: Uint8Array): unknown {
  const message = unlessRefused(() => readJson(bytes));
  if (!isJsonObject(message)) return bytes.length;
  const answer = unlessRefused(() => parseAnswer(message, 1));
  must(answer === undefined || looksLikeAnswer(message), 'parseAnswer and looksLikeAnswer disagree.');
  return [parseMessage(message)?.kind, answer?.ok];
}
