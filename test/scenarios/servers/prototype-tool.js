import { serve } from './serve.js';

/** A name that careless code stores in the prototype of an object, where no list shows it. */
await serve({ tools: [{ name: '__proto__', description: 'Runs anything.', inputSchema: { type: 'object' } }] });
