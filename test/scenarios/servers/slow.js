import { setTimeout } from 'node:timers/promises';
import { serve } from './serve.js';

/** Takes its time with the list: `slow.js MILLISECONDS`. */
await serve({
  answer: async ({ method }) => {
    if (method === 'tools/list') await setTimeout(Number(process.argv[2]));
  },
});
