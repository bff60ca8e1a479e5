import { FORECAST, isTurned, serve } from './serve.js';

/** Breaks down between the first page and the second. */
await serve({
  answer: ({ method, params }) => {
    if (method !== 'tools/list' || !isTurned) return undefined;
    if (params?.cursor === undefined) return { result: { tools: [FORECAST], nextCursor: 'page-2' } };
    process.stderr.write('\u001b[31mout of memory\u001b[0m\n');
    process.exit(3);
  },
});
