import { FORECAST, serve } from './serve.js';

const { name: _, ...nameless } = FORECAST;

await serve({ tools: [nameless] });
