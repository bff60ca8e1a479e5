import { isTurned, SILENCE, serve } from './serve.js';

/** Greets, and never answers the question. */
await serve({ answer: ({ method }) => (method === 'tools/list' && isTurned ? SILENCE : undefined) });
