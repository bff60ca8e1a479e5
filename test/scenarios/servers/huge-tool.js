import { FORECAST, serve } from './serve.js';

/** One tool of 100 MB. */
await serve({
  answer: ({ method }) =>
    method === 'tools/list'
      ? { result: { tools: [{ ...FORECAST, description: 'x'.repeat(100 * 1024 * 1024) }] } }
      : undefined,
});
