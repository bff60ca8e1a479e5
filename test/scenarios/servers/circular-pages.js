import { FORECAST, serve } from './serve.js';

/** The second page leads back to the second page. */
await serve({
  answer: ({ method, params }) => {
    if (method !== 'tools/list') return undefined;
    return { result: { tools: [{ ...FORECAST, name: `tool_${params?.cursor ?? 0}` }], nextCursor: 'again' } };
  },
});
