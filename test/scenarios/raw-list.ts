import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';

/** Every page of `tools/list` of a stdio server, as the server wrote it: no library parses, fills in or sorts anything. */
export async function rawTools(
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: { ...getDefaultEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (id: number, method: string, params: object): Promise<Record<string, unknown>> => {
    send({ id, method, params });
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      const message = parse(line.value);
      if (message?.id === id && message.result !== undefined) return message.result;
      if (message?.id === id) throw new Error(`${method}: ${line.value}`);
    }
    throw new Error(`${command.join(' ')} ended before it answered ${method}`);
  };
  try {
    const clientInfo = { name: 'scenario', version: '1' };
    const capabilities = { elicitation: {}, roots: { listChanged: true }, sampling: {} };
    await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities, clientInfo });
    send({ method: 'notifications/initialized' });
    const tools: string[] = [];
    for (let id = 2, cursor: unknown; id === 2 || cursor !== undefined; id++) {
      const page = await ask(id, 'tools/list', cursor === undefined ? {} : { cursor });
      tools.push(...(page.tools as object[]).map(tool => JSON.stringify(tool)));
      cursor = page.nextCursor;
    }
    return tools;
  } finally {
    child.kill();
  }
}

/** Some servers write other things to standard output. */
function parse(line: string): { id?: unknown; result?: Record<string, unknown> } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
