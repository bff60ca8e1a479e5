import { SILENCE, serve, write } from './serve.js';

/** Usually works; otherwise exits, hangs, floods, forges answers or writes noise. */
const moods = [
  () => process.exit(1),
  () => process.kill(process.pid, 'SIGKILL'),
  () => SILENCE,
  ({ id }) => ({ jsonrpc: '2.0', id: id + 1, result: {} }),
  ({ id }) => `{"jsonrpc":"2.0","id":${id},"result":{},"result":{}}`,
  () => '\u0000'.repeat(1000),
  () => {
    for (let i = 0; i < 500; i++) write({ jsonrpc: '2.0', method: 'notifications/message', params: { data: i } });
  },
  () => {
    write({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  },
];

await serve({
  answer: request => {
    if (request.method !== 'tools/call' || Math.random() > 0.05) return undefined;
    return moods[Math.floor(Math.random() * moods.length)](request);
  },
});
