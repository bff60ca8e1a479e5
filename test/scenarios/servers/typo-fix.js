import { ALERTS, FORECAST, isTurned, serve } from './serve.js';

/** An honest maintainer: a letter was missing and is mended. */
const misspelt = { ...FORECAST, description: FORECAST.description.replace('weather', 'wether') };

await serve({ tools: [isTurned ? FORECAST : misspelt, ALERTS] });
