import { serve, write } from './serve.js';

/** Talks before it answers: a reader that takes the next line for the reply sees an empty list. */
await serve({
  answer: ({ method }) => {
    write({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: `got ${method}` } });
  },
});
