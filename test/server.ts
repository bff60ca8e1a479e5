import type { Snapshot } from '../packages/core/src/describe/index.ts';
import { parseSnapshot } from '../packages/core/src/describe/index.ts';

/** A small server with something in every list. What is given as undefined is left out. */
export function server(changes: Partial<Record<keyof Snapshot, unknown>> = {}): Snapshot {
  const whole = {
    serverInfo: { name: 'weather', version: '1.2.0' },
    instructions: 'Ask for one city at a time.',
    tools: [forecast(), { name: 'list_cities', description: 'Lists the cities.', inputSchema: { type: 'object' } }],
    prompts: [summary()],
    resources: [{ uri: 'file:///cities.txt', name: 'cities', mimeType: 'text/plain', size: 10 }],
    templates: [{ uriTemplate: 'weather://{city}', name: 'city', description: 'Weather in a city.' }],
    ...changes,
  };
  return parseSnapshot(JSON.parse(JSON.stringify(whole)));
}

export function forecast(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'get_forecast',
    title: 'Forecast',
    description: 'Shows the weather of the next days.',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string', description: 'Name of a city.' }, days: { type: 'integer', minimum: 1 } },
      required: ['city'],
    },
    outputSchema: { type: 'object', properties: { text: { type: 'string', description: 'The forecast.' } } },
    annotations: { readOnlyHint: true, title: 'Forecast' },
    icons: [{ src: 'https://weather.example/icon.png' }],
    _meta: { 'example.org/team': 'sky' },
    ...changes,
  };
}

export function summary(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'summary',
    description: 'Summarises a forecast.',
    arguments: [{ name: 'city', description: 'Name of a city.', required: true }, { name: 'days' }],
    ...changes,
  };
}
