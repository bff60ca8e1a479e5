import { serve } from './serve.js';

/** Does what it says. */
await serve({ instructions: 'Ask for a forecast before you plan a trip.' });
