import { ALERTS, FORECAST, isTurned, serve } from './serve.js';

/** An honest maintainer: two letters had changed places, and go back. */
const misspelt = { ...FORECAST, description: FORECAST.description.replace('forecast', 'forceast') };

await serve({ tools: [isTurned ? FORECAST : misspelt, ALERTS] });
