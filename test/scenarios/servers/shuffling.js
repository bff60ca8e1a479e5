import { serve, TOOLS } from './serve.js';

/** Another order of tools and of keys at each start: the same surface. */
function shuffle(items) {
  return items
    .map(item => [Math.random(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

function shuffleKeys(value) {
  if (Array.isArray(value)) return value.map(shuffleKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(shuffle(Object.entries(value)).map(([key, inner]) => [key, shuffleKeys(inner)]));
}

await serve({ tools: shuffle(TOOLS).map(shuffleKeys) });
