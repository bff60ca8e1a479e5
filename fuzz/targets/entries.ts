import { isJsonObject, readJson, recognise, validate, writeJson } from '@toolmark/core';
import { convert, REGISTRY_FORMATS } from '@toolmark/core/formats';
import { sampleServer, sampleTool } from '../../test/server-entry.ts';
import { type Target, unlessRefused } from '../target.ts';

const NOW = new Date('2026-11-16T00:00:00Z');
const OPTIONS = { name: 'org.example/a', version: '1.0.0', description: 'A fallback.' };

const server = sampleServer({}, [sampleTool('weather')]);
const image = convert(server, { from: 'upstream', to: 'toolhive' }).result;

export const entries: Target = {
  name: 'entries',
  promise: 'A registry entry is refused with a code or converted to an entry that can be validated.',
  seeds: [
    server,
    image,
    convert(server, { from: 'upstream', to: 'docker', name: 'weather' }).result,
    {
      ...(isJsonObject(image) ? image : {}),
      transport: 'sse',
      target_port: 80,
      env_vars: [{ name: 'A', secret: true }],
    },
    { version: '1.0.0', servers: { a: image }, remote_servers: { b: { url: 'https://a.example/', transport: 'sse' } } },
    { data: { servers: [server], groups: [{ name: 'g', description: 'G', servers: [server] }] } },
    { tools: [sampleTool('weather')] },
  ].map(seed => JSON.stringify(seed)),
  words: 'packages remotes env_vars transport streamable-http tool_definitions oci npm {port}'.split(' '),
  run(input) {
    const value = unlessRefused(() => readJson(input));
    if (value === undefined) return;
    recognise(value);
    validate(input, { now: NOW });
    for (const to of REGISTRY_FORMATS) {
      const converted = unlessRefused(() => convert(input, { ...OPTIONS, to }));
      if (converted !== undefined) validate(Buffer.from(writeJson(converted.result)), { now: NOW });
    }
  },
};
