import { serve } from './serve.js';

/** Declares prompts and cannot list them: that is not the same as having none. */
await serve({
  prompts: [],
  answer: ({ method }) =>
    method === 'prompts/list' ? { error: { code: -32603, message: 'database is down' } } : undefined,
});
