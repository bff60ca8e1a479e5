import { drift, isUnchanged, parseSnapshot, pin, surfaceDigest } from '@toolmark/core';
import { must, type Target, unlessRefused } from '../target.ts';
import { seedSnapshot } from './seeds.ts';

const locked = pin(seedSnapshot);

export const liveServer: Target = {
  name: 'live-server',
  promise: 'A server whose surface differs from the lock never matches, under either severity table.',
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
        `Drift and digests disagree (${severities}).`,
      );
    }
    must(isUnchanged(locked, live) === isSame, 'isUnchanged disagrees with the digests.');
    must(drift(pin(live), live).length === 0, 'A server drifts from its own lock.');
  },
};
