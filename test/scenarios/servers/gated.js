import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { serve } from './serve.js';

/** `gated.js FILE`: writes FILE.asked when it is asked for its list, and answers once FILE is there. */
const [, , gate] = process.argv;
await serve({
  answer: async ({ method }) => {
    if (method !== 'tools/list') return;
    writeFileSync(`${gate}.asked`, '');
    while (!existsSync(gate)) await setTimeout(10);
  },
});
