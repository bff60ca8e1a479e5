import { PassThrough } from 'node:stream';
import type { JsonObject } from '@toolmark/core';
import { type Outcome, runToolmark } from '../../run-toolmark.ts';

type World = Parameters<typeof runToolmark>[1];

/** Runs a guard in this process and asks it one request after the other. Returns the answers and what the guard printed. */
export async function askThrough(
  args: readonly string[],
  world: World,
  requests: readonly (readonly [method: string, params: object])[],
): Promise<{ readonly answers: JsonObject[]; readonly outcome: Outcome }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const running = runToolmark(args, { ...world, streams: () => ({ input, output }) });
  const lines = linesOf(output, running);
  const answers: JsonObject[] = [];
  for (const [index, [method, params]] of requests.entries()) {
    const id = index + 1;
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const answer = await answerTo(id, lines);
    if (answer === undefined) break;
    answers.push(answer);
    if (method === 'initialize') input.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }
  input.end();
  return { answers, outcome: await running };
}

/** Ends when the guard does. */
async function* linesOf(output: PassThrough, running: Promise<unknown>): AsyncGenerator<string> {
  running.then(() => output.end());
  let text = '';
  for await (const chunk of output) {
    const lines = `${text}${chunk}`.split('\n');
    text = lines.pop() ?? '';
    yield* lines;
  }
}

/** Skips notifications, and requests of the server. */
async function answerTo(id: number, lines: AsyncGenerator<string>): Promise<JsonObject | undefined> {
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const message = JSON.parse(next.value);
    if (message.id === id && message.method === undefined) return message;
  }
  return undefined;
}

export const INITIALIZE = [
  'initialize',
  { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
] as const;
