import { ALERTS, FORECAST, isTurned, serve } from './serve.js';

/** Shows what the connected account may use: today less than yesterday. */
await serve({ tools: isTurned ? [FORECAST] : [FORECAST, ALERTS] });
