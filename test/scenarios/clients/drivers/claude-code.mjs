import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CALLS, show, start } from './task.mjs';

/** A model of our own on this machine: it calls the tools, and keeps what the client sent. */
const requests = [];
const model = createServer((request, response) => {
  let text = '';
  request.on('data', chunk => {
    text += chunk;
  });
  request.on('end', () => {
    const body = text.startsWith('{') ? JSON.parse(text) : {};
    if (request.url.includes('count_tokens') || body.messages === undefined) return response.end('{"input_tokens":1}');
    requests.push(body);
    answer(response, body);
  });
});

function answer(response, { messages, tools = [] }) {
  const isFirst =
    !JSON.stringify(messages).includes('tool_result') && tools.some(({ name }) => name.endsWith('__echo'));
  const blocks = isFirst ? CALLS.map(toolUse) : [text('done')];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = data => response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'fake', content: [], stop_reason: null };
  send({ type: 'message_start', message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } });
  blocks.forEach(([block, delta], index) => {
    send({ type: 'content_block_start', index, content_block: block });
    send({ type: 'content_block_delta', index, delta });
    send({ type: 'content_block_stop', index });
  });
  const delta = { stop_reason: isFirst ? 'tool_use' : 'end_turn', stop_sequence: null };
  send({ type: 'message_delta', delta, usage: { output_tokens: 1 } });
  send({ type: 'message_stop' });
  response.end();
}

function toolUse([name, args], index) {
  const block = { type: 'tool_use', id: `toolu_${index}`, name: `mcp__everything__${name}`, input: {} };
  return [block, { type: 'input_json_delta', partial_json: JSON.stringify(args) }];
}

function text(words) {
  return [
    { type: 'text', text: '' },
    { type: 'text_delta', text: words },
  ];
}

await new Promise(resolve => model.listen(0, '127.0.0.1', resolve));
const home = mkdtempSync(path.join(tmpdir(), 'try-claude-'));
writeFileSync(path.join(home, 'mcp.json'), JSON.stringify({ mcpServers: { everything: start } }));
const words = ['-p', 'hi', '--mcp-config', 'mcp.json', '--strict-mcp-config', '--allowedTools', 'mcp__everything'];
const running = promisify(execFile)(path.resolve('node_modules/.bin/claude'), words, {
  cwd: home,
  env: {
    PATH: process.env.PATH,
    HOME: home,
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.address().port}`,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ENABLE_TOOL_SEARCH: 'false',
    MCP_TIMEOUT: '60000',
  },
});
running.child.stdin.end();
await running;
const tools = requests[0].tools.filter(({ name }) => name.startsWith('mcp__everything__'));
const results = requests
  .at(-1)
  .messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.filter(({ type }) => type === 'tool_result') : [],
  );
show(
  tools,
  results.map(({ tool_use_id: id, content, is_error: isError }) => ({ id, content, isError })),
);
process.exit(0);
