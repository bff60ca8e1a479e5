import { serve, TOOLS, write } from './serve.js';

/** Says after every list that it has changed again: there is no moment at which it can be pinned. */
await serve({
  answer: ({ method }) => {
    if (method !== 'tools/list') return undefined;
    write({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    return { result: { tools: TOOLS } };
  },
});
