import { drift, isUnchanged, parseSnapshot, pin, surfaceDigest } from '@toolmark/core';
import { must, type Target, unlessRefused } from '../target.ts';
import { seedSnapshot } from './seeds.ts';

const locked = pin(seedSnapshot);

export const liveServer: Target = {
  name: 'live-server',
  promise: 'A server that shows anything else than was locked never matches, under either column of severities.',
  seeds: [JSON.stringify(seedSnapshot), JSON.stringify({ tools: seedSnapshot.tools })],
  words: ['inputSchema', 'properties', 'required', 'anyOf', '$ref', 'additionalProperties', 'description'],
  run(input) {
    const live = unlessRefused(() => parseSnapshot(input));
    const surface = live === undefined ? undefined : unlessRefused(() => surfaceDigest(live));
    if (live === undefined || surface === undefined) return;
    const isSame = surface === locked.surfaceDigest;
    for (const severities of ['toolmark', 'seed'] as const) {
      must(
        (drift(locked, live, { severities }).length === 0) === isSame,
        `The drift and the digests disagree (${severities}).`,
      );
    }
    must(isUnchanged(locked, live) === isSame, 'The quick comparison says something else.');
    must(drift(pin(live), live).length === 0, 'Drift against its own lock.');
  },
};
