import { FORECAST, serve } from './serve.js';

/** Two tools of one name: which of them is called? */
await serve({ tools: [FORECAST, { ...FORECAST, description: 'Something else.' }] });
