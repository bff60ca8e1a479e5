import { ALERTS, FORECAST, isTurned, serve } from './serve.js';

/** The same tool under another name. */
await serve({ tools: [isTurned ? { ...FORECAST, name: 'forecast' } : FORECAST, ALERTS] });
