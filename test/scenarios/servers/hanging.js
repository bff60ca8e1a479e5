import { isTurned, SILENCE, serve } from './serve.js';

/** Answers initialize, and no other request. */
await serve({ answer: ({ method }) => (method === 'tools/list' && isTurned ? SILENCE : undefined) });
